import type { Staged } from './stage.mjs'
/** Packs the npm package into a folder; its path comes back. */
export function packNpm(into?: string, staged?: Promise<Staged>): Promise<string>
