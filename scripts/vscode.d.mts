/** The default folder of the built extension. */
export const extensionFolder: string
/** Builds everything that runs: `dist/extension.cjs`, `dist/program` and `dist/web` in this folder. */
export function buildExtension(folder?: string): Promise<void>
/** Builds scripts (name → file) for the extension host: CommonJS, with the `vscode` module left external. */
export function buildScript(entries: { readonly [name: string]: string }, out: string): Promise<void>
