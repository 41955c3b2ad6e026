import type { Staged } from './stage.mjs'
/** Builds the npm package in a folder and returns its path. */
export function packNpm(into?: string, staged?: Promise<Staged>): Promise<string>
