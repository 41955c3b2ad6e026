/** A window's position and size, in pixels. Without a position, the system chooses it. */
export type Bounds = {
  readonly left?: number
  readonly top?: number
  readonly width: number
  readonly height: number
}
