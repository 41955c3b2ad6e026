import { initialsOf } from '@convene/domain'
import type { CardSide } from '@convene/reading'

/** Where the sides are drawn, in pixels of the picture. */
export type CardArea = { readonly left: number; readonly width: number; readonly family: string }

const colors = [
  { ink: '#4338ca', soft: '#eef0ff' },
  { ink: '#0f766e', soft: '#e3f5f1' },
  { ink: '#9a5b13', soft: '#fcf0df' },
] as const

const FACE = 40
const GAP = 8
const HEAD = 40
const AFTER = 20

/** The height of all sides, with the space below them. None without sides. */
export function sidesHeight(sides: readonly CardSide[], area: CardArea): number {
  if (sides.length === 0) return 0
  const rows = Math.max(1, ...sides.map(({ voters }) => Math.ceil(voters.length / facesPerRow(sides, area))))
  return HEAD + rows * (FACE + GAP) + GAP + AFTER
}

const widthOf = (sides: readonly CardSide[], { width }: CardArea): number =>
  (width - (sides.length - 1) * GAP) / sides.length

const facesPerRow = (sides: readonly CardSide[], area: CardArea): number =>
  Math.max(1, Math.floor((widthOf(sides, area) - 3 * GAP) / (FACE + GAP)))

/** Who voted for what: a column for each option, with the faces of its voters. */
export function drawSides(
  context: CanvasRenderingContext2D,
  sides: readonly CardSide[],
  area: CardArea & { readonly top: number },
): void {
  const width = widthOf(sides, area)
  const height = sidesHeight(sides, area) - AFTER
  const perRow = facesPerRow(sides, area)
  for (const [at, { option, voters }] of sides.entries()) {
    const { ink, soft } = colors[at % colors.length] ?? colors[0]
    const left = area.left + at * (width + GAP)
    drawBox(context, { left, top: area.top, width, height, fill: soft })
    context.font = `600 15px ${area.family}`
    context.fillStyle = ink
    context.fillText(fitting(context, `${voters.length}  ${option}`, width - 4 * GAP), left + 2 * GAP, area.top + 12)
    for (const [index, name] of voters.entries()) {
      const column = index % perRow
      const row = Math.floor(index / perRow)
      const face = { left: left + 2 * GAP + column * (FACE + GAP), top: area.top + HEAD + row * (FACE + GAP) }
      drawFace(context, name, { ...face, fill: ink })
    }
  }
}

type Corner = { readonly left: number; readonly top: number; readonly fill: string }

function drawFace(context: CanvasRenderingContext2D, name: string, corner: Corner): void {
  drawBox(context, { ...corner, width: FACE, height: FACE })
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.fillText(initialsOf(name), corner.left + FACE / 2, corner.top + 13)
  context.textAlign = 'start'
}

function drawBox(
  context: CanvasRenderingContext2D,
  { left, top, fill, width, height }: Corner & { readonly width: number; readonly height: number },
): void {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(left, top, width, height, 10)
  context.fill()
}

function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let shown = text
  while (shown.length > 1 && context.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1)
  return `${shown}…`
}
