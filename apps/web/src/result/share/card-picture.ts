import type { Card } from '@convene/reading'
import { drawSides, sidesHeight } from './card-sides.ts'

const WIDTH = 720
const PADDING = 32
/** Sharp on dense screens. */
const SCALE = 2

type Style = { readonly font: string; readonly height: number; readonly color: string; readonly after: number }

const styles = {
  goal: { font: '15px', height: 22, color: '#63656e', after: 10 },
  answer: { font: '600 24px', height: 32, color: '#23242b', after: 12 },
  verdict: { font: '600 15px', height: 22, color: '#4338ca', after: 12 },
  dissent: { font: '15px', height: 22, color: '#9a3412', after: 10 },
  item: { font: '15px', height: 22, color: '#23242b', after: 4 },
  mark: { font: '13px', height: 20, color: '#8a8c95', after: 0 },
} as const satisfies { readonly [part: string]: Style }

type Line = { readonly text: string; readonly style: Style; readonly isLast: boolean }

/** The card as a PNG, drawn on a canvas, because a screenshot of the page would need a service. */
export function cardPicture(card: Card): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  const family = getComputedStyle(document.body).fontFamily
  const area = { family, left: PADDING, width: WIDTH - 2 * PADDING }
  const above = linesOf(context, aboveSides(card), family)
  const below = linesOf(context, [...belowSides(card), [`Convene · ${dateText(new Date())}`, styles.mark]], family)
  const sides = sidesHeight(card.sides, area)
  const height = [...above, ...below].reduce((sum, line) => sum + heightOf(line), 2 * PADDING + sides)
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, WIDTH, height)
  context.textBaseline = 'top'
  const end = drawLines(context, above, { family, top: PADDING })
  drawSides(context, card.sides, { ...area, top: end })
  drawLines(context, below, { family, top: end + sides })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const dateText = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

type Part = readonly [string, Style]

function linesOf(context: CanvasRenderingContext2D, parts: readonly Part[], family: string): readonly Line[] {
  return parts.flatMap(([text, style]) => {
    context.font = `${style.font} ${family}`
    return wrapped(context, text).map((each, index, all) => ({ text: each, style, isLast: index === all.length - 1 }))
  })
}

/** Returns where the lines end. */
function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly Line[],
  { family, top }: { readonly family: string; readonly top: number },
): number {
  let at = top
  for (const each of lines) {
    context.font = `${each.style.font} ${family}`
    context.fillStyle = each.style.color
    context.fillText(each.text, PADDING, at)
    at += heightOf(each)
  }
  return at
}

const heightOf = ({ style, isLast }: Line): number => style.height + (isLast ? style.after : 0)

const aboveSides = ({ goal, answer, verdict }: Card): readonly Part[] => [
  [goal, styles.goal],
  [answer, styles.answer],
  [verdict, styles.verdict],
]

const belowSides = ({ dissent, recommendations }: Card): readonly Part[] => [
  ...dissent.map((each) => [`Dissent: ${each}`, styles.dissent] as const),
  ...recommendations.map((each) => [`• ${each}`, styles.item] as const),
]

/** Lines that fit the width. A word longer than a line is broken. */
function wrapped(context: CanvasRenderingContext2D, text: string): readonly string[] {
  const most = WIDTH - 2 * PADDING
  const fits = (line: string) => context.measureText(line).width <= most
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/u).flatMap((each) => each.match(/.{1,40}/gu) ?? [])) {
      if (line !== '' && !fits(`${line} ${word}`)) {
        lines.push(line)
        line = ''
      }
      line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
  }
  return lines.slice(0, 60)
}
