import type { Staged } from './stage.mjs'
/** Builds the Debian package in a folder and returns its path. */
export function packDeb(into?: string, staged?: Promise<Staged>): Promise<string>
