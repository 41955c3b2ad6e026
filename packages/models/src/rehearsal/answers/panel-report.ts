import type { Earlier } from '../ask.ts'
import type { Study } from '../study.ts'
import { type Reply, says } from './answer.ts'
import { bulleted, LABEL, modelWould, paragraphs } from './parts.ts'

const EACH = 3
const MOST = 5

/** Whether the request is for a panel's report. */
export const isPanel = ({ ask }: Study): boolean =>
  ask.sections['Result of the ballot'] !== undefined || /Minority Report/.test(ask.sections['What is asked'] ?? '')

/** A panel's report assembled from its messages. Each line cites the message it comes from. */
export function panelReport(study: Study): Reply {
  const { sections } = study.ask
  const said = study.ask.earlier.filter(({ author, id }) => author !== '' && id !== '')
  const latest = [...new Map(said.map((one) => [one.author, one])).values()]
  return says(
    paragraphs(
      LABEL,
      `## Executive Summary\n\n${bulleted('', summary(sections, said)).trim()}`,
      `## Detailed Analysis\n\n${paragraphs(...byAuthor(said)) || 'No line was quoted.'}`,
      `## Agreements\n\n${rows(shared(said), 'No line was quoted by more than one.')}`,
      `## Disagreements\n\n${rows(positions(latest), 'None.')}`,
      `## Recommendations\n\n${rows(recommendations(sections, said), 'None.')}`,
      `## Risk Assessment\n\n${rows(notFound(said), 'Everything searched for was found.')}`,
      `## Minority Report\n\n${minority(sections, latest)}`,
      `## Appendix\n\n${paragraphs(sections['Result of the ballot'] ?? '', sections['What moderation stopped'] ?? '', modelWould(study))}`,
    ),
  )
}

const rows = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n')

function summary(sections: Study['ask']['sections'], said: readonly Earlier[]): readonly string[] {
  const decision = decisionIn(sections)
  const changes = said.flatMap(({ author, id, text }) => {
    const because = /^CHANGED: yes, because (.+)$/m.exec(text)?.[1]
    return because ? [`${author} changed position [${id}], because ${because}.`] : []
  })
  const first = said[0]
  return [
    decision ? `The panel settles on: ${decision}` : 'The panel reached no decision.',
    ...changes.slice(0, 2),
    ...(changes.length === 0 && first ? [`Nobody changed position after the blind round [${first.id}].`] : []),
    'No model has reasoned about this: the panel shows what the files say, and who would look where.',
  ].slice(0, MOST)
}

const decisionIn = (sections: Study['ask']['sections']): string | undefined =>
  /^- Decision: (.+)$/m.exec(sections['Result of the ballot'] ?? '')?.[1]

type Quoted = { readonly place: string; readonly line: string; readonly id: string; readonly author: string }

const quotesIn = ({ text, id, author }: Earlier): readonly Quoted[] =>
  [...text.matchAll(/^- (`([^`\n]{1,200}:\d{1,6})` .{1,400})$/gm)].map(([, line = '', place = '']) => ({
    place,
    line,
    id,
    author,
  }))

function byAuthor(said: readonly Earlier[]): readonly string[] {
  const known = new Set<string>()
  return [...new Set(said.map(({ author }) => author))].map((author) => {
    const quotes = said
      .filter((one) => one.author === author)
      .flatMap(quotesIn)
      .filter(({ place }) => !known.has(place) && known.add(place))
    return bulleted(
      `**${author}**`,
      quotes.slice(0, EACH).map(({ line, id }) => `${line} [${id}]`),
    )
  })
}

function shared(said: readonly Earlier[]): readonly string[] {
  const by = new Map<string, Quoted[]>()
  for (const quote of said.flatMap(quotesIn)) by.set(fileOf(quote), [...(by.get(fileOf(quote)) ?? []), quote])
  return [...by]
    .filter(([, quotes]) => new Set(quotes.map(({ author }) => author)).size > 1)
    .map(
      ([file, quotes]) =>
        `\`${file}\` matters to ${[...new Set(quotes.map(({ author }) => author))].join(' and ')} [${[...new Set(quotes.map(({ id }) => id))].join(', ')}]`,
    )
    .slice(0, MOST)
}

const fileOf = ({ place }: Quoted): string => place.replace(/:\d+$/, '')

const positionOf = ({ text }: Earlier): string => /^POSITION: (.+)$/m.exec(text)?.[1] ?? ''

const positions = (latest: readonly Earlier[]): readonly string[] => {
  const stated = latest.filter((one) => positionOf(one) !== '')
  if (new Set(stated.map(positionOf)).size < 2) return []
  return stated.map((one) => `${one.author}: ${positionOf(one)} [${one.id}]`)
}

function recommendations(sections: Study['ask']['sections'], said: readonly Earlier[]): readonly string[] {
  const decision = decisionIn(sections)?.replace(/ \(by .*\)$/, '')
  const questions = said.flatMap(({ text, id }) =>
    [...(text.split('**Open questions**\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^- (.{1,300})$/gm)].map(
      ([, question = '']) => `Answer: ${question} [${id}]`,
    ),
  )
  return [...(decision ? [`Continue from there: ${decision}`] : []), ...questions.slice(0, MOST)]
}

const notFound = (said: readonly Earlier[]): readonly string[] =>
  [
    ...new Set(
      said.flatMap(({ text, id }) => {
        const line = /^\*\*Not found\*\* (.{1,600}?)(?: \(hidden,.*)?$/m.exec(text)?.[1]
        return line ? [`${line.replace(/\.$/, '')} [${id}]`] : []
      }),
    ),
  ].slice(0, MOST)

function minority(sections: Study['ask']['sections'], latest: readonly Earlier[]): string {
  const decision = decisionIn(sections) ?? ''
  const others = latest.filter((one) => positionOf(one) !== '' && !decision.startsWith(positionOf(one)))
  if (others.length === 0) return 'Nobody holds another position.'
  return others.map((one) => `- **${one.author}** holds “${positionOf(one)}” [${one.id}].`).join('\n')
}
