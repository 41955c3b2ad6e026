import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Bounds } from '../browser/bounds.ts'

const usual: Bounds = { width: 1320, height: 860 }
const SMALLEST = 360

/** The window's last position, or a good default size. An invalid file is ignored. */
export function rememberedBounds(file: string): Bounds {
  try {
    const { left, top, width, height } = JSON.parse(readFileSync(file, 'utf8')) as Bounds
    const sizes = [width, height].every((size) => Number.isFinite(size) && size >= SMALLEST && size <= 10_000)
    if (!sizes) return usual
    const placed = [left, top].every((place) => Number.isFinite(place) && Math.abs(place as number) <= 10_000)
    return { width, height, ...(placed && { left: left as number, top: top as number }) }
  } catch {
    return usual
  }
}

export function rememberBounds(file: string, bounds: Bounds): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.part`, JSON.stringify(bounds), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
