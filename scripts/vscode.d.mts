/** Where the built extension is, for those who do not say where. */
export const extensionFolder: string
/** Builds everything that is run: `dist/extension.cjs`, `dist/program`, `dist/web`, under this folder. */
export function buildExtension(folder?: string): Promise<void>
/** Scripts as an extension host loads them (name → file): CommonJS, with the editor's own module left to it. */
export function buildScript(entries: { readonly [name: string]: string }, out: string): Promise<void>
