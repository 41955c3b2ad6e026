import type { Bounds } from '../browser/bounds.ts'

/** The usable area of a screen, in the same pixels as the window. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** The nearest bounds that keep the whole window on the screen, which may be smaller than last time. */
export function fitBounds(bounds: Required<Bounds>, area: Area): Required<Bounds> {
  const width = Math.min(bounds.width, area.width)
  const height = Math.min(bounds.height, area.height)
  return {
    width,
    height,
    left: within(bounds.left, area.left, area.left + area.width - width),
    top: within(bounds.top, area.top, area.top + area.height - height),
  }
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

export const isSamePlace = (one: Required<Bounds>, other: Required<Bounds>): boolean =>
  one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height
