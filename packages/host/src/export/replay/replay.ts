import { createHash } from 'node:crypto'
import {
  answersAmong,
  durationText,
  type Event,
  initialsOf,
  isUnnamed,
  type Session,
  saidIn,
  seatName,
  withPlainMarks,
} from '@convene/domain'
import { stateText, verdictOf, verdictParts } from '@convene/reading'
import { sessionSpentText } from '../totals/spent-text.ts'
import { type ReplayEntry, replayEntries } from './entries.ts'
import { player } from './player.ts'
import { replayStyle } from './replay-style.ts'
import { escapeHtml, markdownHtml } from './safe-html.ts'

/**
 * A session as a single page that replays it, without network access. Nothing that models and tools said can run or
 * load: it is escaped, and the page's own policy admits only this script and this style, by their hashes.
 */
export function replayOf(state: Session, events: readonly Event[], interrupted: boolean): string {
  const entries = replayEntries(events)
  const start = entries[0]?.at ?? 0
  const said = new Set(entries.map(({ id }) => id))
  const shown = [answerHtml(state, events), ...entries.map((entry) => entryHtml(entry, start))].join('\n')
  const policy = `default-src 'none'; script-src '${hashOf(player)}'; style-src '${hashOf(replayStyle)}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(state.title)}</title>
<style>${replayStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(state.title)}</h1>
${factsHtml(state, interrupted)}
<div id="controls" hidden>
<button id="play" type="button">Play</button>
<input id="moment" type="range" min="0" value="0" aria-label="Moment">
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="4">4×</option><option value="16">16×</option></select>
</div>
${onlyKnown(shown, (id) => said.has(id))}
</main>
<script>${player}</script>
</body>
</html>
`
}

/** A citation of a message that does not exist leads nowhere, so it is not a link. Everything else is escaped. */
const onlyKnown = (html: string, isSaid: (id: string) => boolean): string =>
  html.replaceAll(/<a class="cite" href="#(m\d{1,6})">m\d{1,6}<\/a>/gu, (link, id: string) => (isSaid(id) ? link : id))

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

function factsHtml(session: Session, interrupted: boolean): string {
  const { id, title, goal, createdAt, run } = session
  const verdict = verdictOf(run)
  const facts: readonly (readonly [string, string])[] = [
    ...(goal === title ? [] : ([['Goal', goal.length > 500 ? `${goal.slice(0, 500)}…` : goal]] as const)),
    ...(run
      ? ([
          isUnnamed(run.team) ? (['Mode', run.mode] as const) : (['Team', `${run.team.name}, ${run.mode}`] as const),
          ['State', stateText(session, interrupted)] as const,
        ] as const)
      : []),
    ...(verdict ? ([['Verdict', verdictParts(verdict).join(' · ')]] as const) : []),
    ['Spent', sessionSpentText(session)],
    ['Session', `${id}, ${new Date(createdAt).toISOString()}`],
  ]
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
}

/** The result of the newest run comes first, with the replay below it. */
function answerHtml({ run, picked }: Session, events: readonly Event[]): string {
  if (!run?.finished) return ''
  const isPicked = ({ id }: { readonly id?: string }) => picked !== null && id === picked
  const answers = answersAmong(run.traits, saidIn(events, run.id), ({ data }) => data, isPicked)
  const texts = answers.map(({ data, id = '' }) => {
    const name = seatName(run, data.author)
    return `<p class="what">${escapeHtml(name)} <a class="cite" href="#${id}">${id}</a></p>${markdownHtml(withPlainMarks(data.text))}`
  })
  return texts.length === 0
    ? ''
    : `<details id="answer" open><summary><h2>Answer</h2></summary>${texts.join('')}</details>`
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
