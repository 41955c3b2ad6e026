/** Bundles the command line of this checkout; `ifNeeded`, unless its bundle is current. */
export function buildCli(options?: { readonly ifNeeded?: boolean }): Promise<void>
