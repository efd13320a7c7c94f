/** A server that answers what it is told to, and keeps what it was asked. */

import { createServer } from "node:http";

/**
 * Answers its replies in order, and the last one for ever: `status`, `body`, `headers`, `raw` text, `hangUp` for no answer at
 * all, `hold` for silence.
 */
export async function stub(...replies) {
  const left = [...replies];
  const asked = [];
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ method: request.method, path: request.url, headers: request.headers, body });
    const reply = left.length > 1 ? left.shift() : left[0];
    if (reply.hold) return;
    if (reply.hangUp) {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(reply.raw ?? JSON.stringify(reply.body ?? {}));
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${http.address().port}`, asked, close };
}

/** An answer as the server refuses. */
export function problem(status, code, headers = {}, more = {}) {
  const detail = `because of ${code}`;
  const body = { type: `https://quintet.dev/errors/${code}`, title: "Refused", status, detail, message: detail, code, ...more };
  return { status, headers: { "content-type": "application/problem+json", ...headers }, body };
}
