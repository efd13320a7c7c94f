/** As much of Node as `server.ts` uses: the package has no dependencies, not even for types. */

declare module "node:child_process" {
  interface Stream {
    setEncoding(encoding: "utf8"): void;
    on(event: "data", heard: (text: string) => void): void;
  }
  export interface ChildProcess {
    readonly stderr: Stream;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    kill(signal?: string): boolean;
    once(event: "exit" | "close", heard: () => void): void;
    once(event: "error", heard: (error: Error) => void): void;
  }
  export function spawn(
    program: string,
    args: readonly string[],
    options: { env: Record<string, string | undefined>; stdio: readonly ["ignore", "ignore", "pipe"] },
  ): ChildProcess;
}

declare module "node:crypto" {
  export function randomBytes(length: number): { toString(encoding: "hex"): string };
}

declare module "node:fs" {
  export function rmSync(path: string, options: { recursive: true; force: true }): void;
}

declare module "node:fs/promises" {
  export function mkdtemp(prefix: string): Promise<string>;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
}

declare module "node:process" {
  const process: {
    env: Record<string, string | undefined>;
    on(event: "exit", heard: () => void): void;
    off(event: "exit", heard: () => void): void;
  };
  export default process;
}
