"""What each method does about who may do what."""

from __future__ import annotations

from typing import Any

from given import principal

Api = Any


async def scopes_register(api: Api) -> None:
    made = await api.scopes.register("org/acme/user/ann", display_name="Ann", description="of a test")
    assert made.path == "org/acme/user/ann"
    await api.remember("Ann likes tea.", scopes="org/acme/user/ann")


async def scopes_list(api: Api) -> None:
    await api.scopes.register("org/acme")
    assert "org/acme" in [one.path for one in await api.scopes.list()]


async def scopes_delete(api: Api) -> None:
    await api.scopes.register("org/acme")
    assert await api.scopes.delete("org/acme") is None
    assert all(one.tombstoned_at for one in await api.scopes.list() if one.path == "org/acme")


async def scopes_forget(api: Api) -> None:
    await api.remember("Ann likes tea.", scopes=["org/acme/user/ann"])
    would = await api.scopes.forget("org/acme/user/ann", dry_run=True)
    assert would.deleted >= 1
    assert (await api.scopes.forget("org/acme/user/ann")).deleted == would.deleted
    assert not (await api.recall("tea")).hits


async def scopes_share(api: Api) -> None:
    made = await principal(api)
    shared = await api.scopes.share("org/acme/*", made.id, ttl_seconds=600)
    assert (shared.path, shared.to, shared.verbs) == ("org/acme/*", made.id, ["memory:read"])
    assert shared.from_ and shared.valid_until


async def scopes_shares(api: Api) -> None:
    shared = await api.scopes.share("org/acme", (await principal(api)).id)
    assert [one.id for one in await api.scopes.shares()] == [shared.id]


async def scopes_unshare(api: Api) -> None:
    shared = await api.scopes.share("org/acme", (await principal(api)).id)
    assert await api.scopes.unshare(shared.id) is None
    assert not await api.scopes.shares()


async def principals_create(api: Api) -> None:
    made = await principal(api)
    assert made.id and (made.display_name, made.kind) == ("Ann", "human")


async def principals_list(api: Api) -> None:
    made = await principal(api)
    assert made.id in [one.id for one in await api.principals.list()]


async def principals_get(api: Api) -> None:
    made = await principal(api)
    assert (await api.principals.get(made.id)).display_name == "Ann"


async def principals_grant(api: Api) -> None:
    made = await principal(api)
    granted = await api.principals.grant(made.id, "org/acme/*", ["memory:read"])
    assert granted.grants["memory:read"] == ["org/acme/*"]


async def principals_revoke(api: Api) -> None:
    made = await principal(api)
    await api.principals.grant(made.id, "org/acme/*", ["memory:read", "memory:write"])
    left = await api.principals.revoke(made.id, "org/acme/*", ["memory:write"])
    assert left.grants["memory:read"] == ["org/acme/*"] and not left.grants.get("memory:write")


async def principals_effective(api: Api) -> None:
    made = await principal(api)
    await api.principals.grant(made.id, "org/acme/*", ["memory:read"])
    told = await api.principals.effective(made.id, "org/acme/user/ann")
    assert told.verbs == ["memory:read"]


async def ci(api: Api) -> Any:
    """A key that may read."""
    ann = await principal(api)
    await api.principals.grant(ann.id, "org/acme/*", ["memory:read"])
    return await api.keys.create("ci", principal=ann.id, grants={"memory:read": ["org/acme/*"]}, ttl_seconds=3600)


async def keys_create(api: Api) -> None:
    minted = await ci(api)
    secret = minted.key.get_secret_value()
    assert len(secret) > 16 and secret not in repr(minted) and minted.valid_until and minted.name == "ci"


async def keys_list(api: Api) -> None:
    minted = await ci(api)
    found = next(one for one in await api.keys.list() if one.name == "ci")
    assert (found.id, found.principal_id) == (minted.id, minted.principal_id)
    assert found.grants == {"memory:read": ["org/acme/*"]}
    assert minted.key.get_secret_value() not in repr(found)


async def keys_delete(api: Api) -> None:
    await ci(api)
    assert await api.keys.delete("ci") is None
    assert "ci" not in [one.name for one in await api.keys.list()]


async def keys_rotate(api: Api) -> None:
    minted = await ci(api)
    again = await api.keys.rotate("ci", ttl_seconds=60, overlap_seconds=10)
    assert again.key.get_secret_value() != minted.key.get_secret_value()
