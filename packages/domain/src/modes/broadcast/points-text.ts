import type { CommonPoint } from '../../event/opinion-facts.ts'

/** What people read above each kind of point. */
export const pointHeadings: Readonly<Record<CommonPoint['kind'], string>> = {
  all: 'What all say',
  some: 'What only some say',
  disputed: 'Where they contradict each other',
}

/** The kinds of points, in the order in which they are shown. */
export const pointKinds = Object.keys(pointHeadings) as readonly CommonPoint['kind'][]

/** The points as a part of a summary: each with who says it, and the messages to read. */
export function pointsText(points: readonly CommonPoint[], nameOf: (agent: string) => string): string {
  return pointKinds
    .flatMap((kind) => {
      const rows = points.filter((point) => point.kind === kind)
      return rows.length === 0
        ? []
        : [`**${pointHeadings[kind]}**\n\n${rows.map((point) => row(point, nameOf)).join('\n')}`]
    })
    .join('\n\n')
}

function row({ text, passages }: CommonPoint, nameOf: (agent: string) => string): string {
  const said = new Map(passages.map(({ agent, message }) => [agent, message]))
  return `- ${text} (${[...said].map(([agent, message]) => `${nameOf(agent)} [${message}]`).join(', ')})`
}
