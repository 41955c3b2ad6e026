import type { Staged } from './stage.mjs'
/** Builds the Debian package into a folder; its path comes back. */
export function packDeb(into?: string, staged?: Promise<Staged>): Promise<string>
