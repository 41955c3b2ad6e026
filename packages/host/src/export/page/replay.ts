import { createHash } from 'node:crypto'
import { durationText, type Event, initialsOf, isUnnamed, type Run, type Session, seatName } from '@convene/domain'
import { type Card, stateText, verdictOf } from '@convene/reading'
import { seatsIn } from '../totals/seats-in.ts'
import { sessionSpentText } from '../totals/spent-text.ts'
import { type ReplayEntry, replayEntries, TONES } from './entries.ts'
import { player } from './player.ts'
import { replayStyle } from './replay-style.ts'
import { type CardAnswer, resultCard } from './result-card.ts'
import { dissentHtml, headHtml, previewText, recommendationsHtml } from './result-html.ts'
import { escapeHtml, markdownHtml } from './safe-html.ts'
import { type TableHtml, tableHtml } from './table-html.ts'

/** A session as a person reads it: the newest run's result, and everything that was said. */
type Shown = {
  readonly state: Session
  readonly events: readonly Event[]
  readonly interrupted: boolean
  readonly answers: readonly CardAnswer[]
  readonly card: Card | null
  readonly table: TableHtml | null
}

/**
 * A session as a single page: the result, the Table that plays by itself, and below them a replay of everything, without
 * network access. Nothing that models and tools said can run or load: it is escaped, and the page's own policy admits
 * only this script and this style, by their hashes.
 */
export function replayOf(state: Session, events: readonly Event[], interrupted: boolean): string {
  const shown = shownIn(state, events, interrupted)
  const style = `${replayStyle}${shown.table?.style ?? ''}`
  const title = shown.card?.answer.split('\n')[0] || state.title
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${previewHtml(title, previewText(verdictOf(state.run), state.goal))}
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${bodyHtml(shown)}
</main>
<script>${player}</script>
</body>
</html>
`
}

function shownIn(state: Session, events: readonly Event[], interrupted: boolean): Shown {
  const { answers, card } = resultCard(state, events)
  return { state, events, interrupted, answers, card, table: state.run?.finished ? tableIn(state.run, events) : null }
}

function tableIn(run: Run, events: readonly Event[]): TableHtml | null {
  const texts = new Map(replayTexts(events))
  const { slugs } = seatsIn(events)
  return tableHtml({
    run,
    textOf: (message) => texts.get(message),
    toneOf: (agent) => (slugs.includes(agent) ? slugs.indexOf(agent) % TONES : undefined),
  })
}

const replayTexts = (events: readonly Event[]): readonly (readonly [string, string])[] =>
  events.flatMap((event) => (event.type === 'message' && event.id ? [[event.id, event.data.text] as const] : []))

const policyFor = (style: string): string =>
  `default-src 'none'; script-src '${hashOf(player)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** What a chat shows of a link to this page, once somebody has put it on a server. */
const previewHtml = (title: string, about: string): string =>
  [
    ['og:type', 'article'],
    ['og:title', title],
    ['og:description', about.length > 300 ? `${about.slice(0, 299)}…` : about],
  ]
    .map(([name = '', value = '']) => `<meta property="${name}" content="${escapeHtml(value)}">`)
    .join('\n')

function bodyHtml(shown: Shown): string {
  const { state, events, answers, card, table, interrupted } = shown
  const entries = replayEntries(events)
  const start = entries[0]?.at ?? 0
  const said = new Set(entries.map(({ id }) => id))
  const verdict = verdictOf(state.run)
  const html = [
    headHtml(card, state),
    table?.html ?? '',
    state.run && verdict ? dissentHtml(state.run, verdict) : '',
    recommendationsHtml(answers[0]?.text ?? ''),
    answersHtml(shown),
    storyHtml(entries.map((entry) => entryHtml(entry, start)).join('\n'), card === null),
    factsHtml(state, interrupted),
  ]
  return onlyKnown(html.filter((part) => part !== '').join('\n'), (id) => said.has(id))
}

/** Everything that was said and done, folded away below a result. */
const storyHtml = (entries: string, isOpen: boolean): string => `<details id="story"${isOpen ? ' open' : ''}>
<summary><h2>How it went</h2></summary>
<div id="controls" hidden>
<button id="play" type="button">Play</button>
<input id="moment" type="range" min="0" value="0" aria-label="Moment">
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="4">4×</option><option value="16">16×</option></select>
</div>
${entries}
</details>`

/** A citation of a message that does not exist leads nowhere, so it is not a link. Everything else is escaped. */
const onlyKnown = (html: string, isSaid: (id: string) => boolean): string =>
  html.replaceAll(/<a class="cite" href="#(m\d{1,6})">m\d{1,6}<\/a>/gu, (link, id: string) => (isSaid(id) ? link : id))

function factsHtml(session: Session, interrupted: boolean): string {
  const { id, createdAt, run } = session
  const facts: readonly (readonly [string, string])[] = [
    ...(run
      ? ([
          isUnnamed(run.team) ? (['Mode', run.mode] as const) : (['Team', `${run.team.name}, ${run.mode}`] as const),
          ['State', stateText(session, interrupted)] as const,
        ] as const)
      : []),
    ['Spent', sessionSpentText(session)],
    ['Session', `${id}, ${new Date(createdAt).toISOString()}`],
    ['Made with', 'Convene'],
  ]
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
}

/** In full. Below a decision it is folded away. */
function answersHtml({ state: { run }, answers, card }: Shown): string {
  if (!run || answers.length === 0) return ''
  const texts = answers.map(({ agent, text, id }) => {
    const name = seatName(run, agent)
    return `<p class="what">${escapeHtml(name)} <a class="cite" href="#${id}">${id}</a></p>${markdownHtml(text)}`
  })
  const isOpen = !card || card.sides.length === 0
  return `<details id="answer"${isOpen ? ' open' : ''}><summary><h2>${isOpen ? 'Answer' : 'Full report'}</h2></summary>${texts.join('')}</details>`
}

function entryHtml({ at, kind, who, tone, title, html, id }: ReplayEntry, start: number): string {
  const anchor = id === undefined ? '' : ` id="${escapeHtml(id)}"`
  const name = id === undefined ? '' : ` <span class="when">${escapeHtml(id)}</span>`
  const heading = who === '' ? '' : `${faceHtml(who, kind, tone)}<h2>${escapeHtml(who)}</h2>`
  const what = kind === 'work' || title === '' ? '' : `<span class="what">${escapeHtml(title)}</span>`
  const head = `<header>${heading}${what}${name}<time class="when">+${durationText(at - start)}</time></header>`
  const body = kind === 'work' ? `<details><summary>${escapeHtml(title)}</summary>${html}</details>` : html
  return `<article class="${kind}"${anchor} data-at="${at}">${head}${body}</article>`
}

/** Two letters in the speaker's colour next to the name, so that nobody has to tell colours apart. */
function faceHtml(who: string, kind: ReplayEntry['kind'], tone: number | undefined): string {
  if (kind !== 'message') return ''
  return `<span class="face${tone === undefined ? '' : ` t${tone}`}" aria-hidden="true">${escapeHtml(initialsOf(who))}</span>`
}
