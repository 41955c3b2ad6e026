/** Bundles this checkout's command line. With `ifNeeded`, only if the bundle is outdated. */
export function buildCli(options?: { readonly ifNeeded?: boolean }): Promise<void>
