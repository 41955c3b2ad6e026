import type { Card } from '@convene/reading'

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
} as const satisfies { readonly [part: string]: Style }

type Line = { readonly text: string; readonly style: Style; readonly isLast: boolean }

/** The card as a PNG, drawn on a canvas, because a screenshot of the page would need a service. */
export function cardPicture(card: Card): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  const family = getComputedStyle(document.body).fontFamily
  const lines = partsOf(card).flatMap(([text, style]) => {
    context.font = `${style.font} ${family}`
    return wrapped(context, text).map((each, index, all) => ({ text: each, style, isLast: index === all.length - 1 }))
  })
  const height = lines.reduce((sum, line) => sum + heightOf(line), 2 * PADDING)
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, WIDTH, height)
  context.textBaseline = 'top'
  let top = PADDING
  for (const each of lines) {
    context.font = `${each.style.font} ${family}`
    context.fillStyle = each.style.color
    context.fillText(each.text, PADDING, top)
    top += heightOf(each)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const heightOf = ({ style, isLast }: Line): number => style.height + (isLast ? style.after : 0)

const partsOf = ({ goal, answer, verdict, dissent, recommendations }: Card): readonly (readonly [string, Style])[] => [
  [goal, styles.goal],
  [answer, styles.answer],
  [verdict, styles.verdict],
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
