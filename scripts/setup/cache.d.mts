// Types of cache.mjs for the TypeScript beside it; set-up itself stays plain JavaScript for Node 20.
export function cacheFolder(env?: NodeJS.ProcessEnv): string;
export function inCache(...parts: string[]): string;
export function readJson(path: string): unknown;
export function writeJson(path: string, value: unknown): void;
export function publishFolder(target: string, build: (folder: string) => Promise<void>): Promise<void>;
export function sweepDrafts(): void;
