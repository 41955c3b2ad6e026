/** Lays the Electron app out in a folder, which comes back. */
export function stageElectron(folder?: string): Promise<string>
/** The preload script as one file. */
export function bundlePreload(file: string): Promise<void>
