import {
  capTexts,
  costRangeText,
  costText,
  countText,
  createDomain,
  type Event,
  emptySession,
  estimateText,
  type Run,
  type Session,
  type SessionId,
  tokensOf,
  tokensText,
  totalsText,
} from '@convene/domain'
import { writeExport } from '@convene/host'
import type { ListedSessionRow } from '@convene/protocol'
import { compareSessions, runState, timelineOf } from '@convene/reading'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { runRows } from '../../apps/cli/src/sessions/diff-runs.ts'
import { given, type Served } from '../../apps/server/src/server.fixture.ts'
import { teller } from '../../apps/vscode/src/chat/teller.ts'
import { DECLARED_MARKS } from '../answers/marks-of.ts'
import { PROTOCOL, terminalView } from '../golden/terminal-view.ts'
import { goTo } from './open-page.ts'

/** Texts on screen, by surface. */
export type Shown = { readonly [surface: string]: string }

/** A session as lists show it and as its log tells it. */
export type Told = { readonly row: ListedSessionRow; readonly events: readonly Event[]; readonly session: Session }

/** A finished session of this server. */
export async function toldBy({ client }: Pick<Served, 'client'>, id: string): Promise<Told> {
  const { items } = given(await client.events({ id, after: 0, limit: 5_000 }))
  const events = items.map((wire) => ({ ...wire, at: Date.parse(wire.at) }) as unknown as Event)
  const row = given(await client.sessions({})).items.find((one) => one.id === id)
  if (!row) throw new Error(`${id} is not in the list`)
  return { row, events, session: events.reduce(createDomain().evolve, emptySession(id as SessionId)) }
}

/** The word for a session's state. */
export const wordOf = (row: ListedSessionRow): string =>
  runState({ ...row, interrupted: row.interrupted, waiting: row.asks }).word

/** What an editor's chat shows. */
function editorText({ events, session: { run } }: Told): string {
  const { tell, end } = teller('detailed')
  return [...events.flatMap(tell), ...end(run)].flatMap((shown) => ('text' in shown ? [shown.text] : [])).join('\n')
}

/** Every surface that needs no browser, as text. */
export function texts(told: Told): Shown {
  const { row, events, session } = told
  const { id } = session
  const { happened, result } = terminalView(id, events, 120)
  const exported = (format: 'md' | 'html' | 'adr') => writeExport({ session: id, events, format }).text
  const { runs } = compareSessions(events, events)
  return {
    terminal: happened.join('\n'),
    'result in the terminal': result.join('\n'),
    timeline: timelineOf(events)
      .map(({ text }) => text)
      .join('\n'),
    comparison: [...runRows(runs).flat(), ...(runs.a?.answers ?? []).map(({ text }) => text)].join('\n'),
    editor: editorText(told),
    markdown: exported('md'),
    records: exported('adr'),
    // The log itself is part of the file, for `--json`. The readable part comes before it.
    replay: exported('html').replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<\/?\w[^>]*>/gu, '\n'),
    notification: `${wordOf(row)}: ${row.title}. ${row.summary}`,
  }
}

const textOf = async (page: Page, selector: string): Promise<string> => await page.locator(selector).first().innerText()

/** The texts of the page, the list and the result. */
export async function pageTexts(page: Page, row: ListedSessionRow): Promise<Shown> {
  const { id } = row
  await goTo(page, `/session/${id}`)
  await page.getByRole('status').getByText(wordOf(row)).waitFor()
  const session = `${await textOf(page, 'header')}\n${await textOf(page, 'main')}`
  const listed = await textOf(page, `a[href$="${id}"]`)
  // Beside a review the details are closed at first. While the page still shows the previous session, the caller looks
  // again.
  const details = page.getByRole('tab', { name: 'Cost' })
  if (!(await details.isVisible())) await page.getByRole('button', { name: 'Details' }).click()
  await details.click({ timeout: 10_000 })
  const cost = await page.getByRole('tabpanel', { name: 'Cost' }).innerText()
  await goTo(page, `/session/${id}/result`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { session, row: listed, cost, result: await textOf(page, 'main') }
}

type Twins = { readonly [surface: string]: readonly string[] }

/** Until its first call has ended, a run is not known to be free. */
const rowFacts = ({ tokens, asks }: Told['row'], cost: string): readonly string[] => [
  ...(tokens > 0 ? [cost] : []),
  ...(asks > 0 ? [`${asks} waiting for you`] : []),
]

/** What each surface must say about a run, word for word. */
export function twinsOf({ row, session: { run, started } }: Told, limits: Run['limits']): Twins {
  const word = wordOf(row)
  const caps = [`of ${limits.maxCalls}`, `of ${tokensText(limits.maxTotalTokens ?? 0)}`]
  if (!run?.finished) {
    const spent = run ? spentText(run) : ''
    const cost = run ? costText(run.spent) : ''
    return {
      comparison: [word],
      markdown: [`State: ${word}`, spent],
      replay: [word, spent],
      // While calls stream, the header counts their tokens instead.
      session: Object.keys(started).length > 0 ? [word] : [word, cost],
      row: [word, ...rowFacts(row, cost)],
      cost: [cost, run ? callsText(run, started) : '', ...caps],
      result: [word],
    }
  }
  const parts = totalsText(run.finished.totals)
  const [, , cost = '', time = ''] = parts
  return {
    terminal: [word, ...parts, `Limits: ${capTexts(limits).join(' · ')}`],
    timeline: [parts.join(', ')],
    comparison: [word, cost],
    editor: run.finished.totals.calls > 0 && row.phase !== 'cancelled' ? [parts.join(' · ')] : [],
    markdown: [`State: ${word}`, parts.join(', ')],
    replay: [word, parts.join(', ')],
    session: [word, cost, time],
    row: [word, cost],
    cost: caps,
    result: [word, cost, time],
  }
}

/** The limit counts calls that have started. */
function callsText({ spent, calls }: Run, started: Session['started']): string {
  const underWay = Object.values(started).filter(({ kind }) => kind === 'model').length
  expect(calls).toBe(spent.calls + underWay)
  return `${countText(spent.calls, 'call')}${underWay > 0 ? `, ${underWay} in progress` : ''}`
}

const spentText = ({ spent }: Run): string =>
  `${countText(spent.calls, 'call')}, ${tokensText(tokensOf(spent))} tokens, ${costText(spent)}`

/** Names of phases and teams that have a different word on screens, or none. */
const OTHER_WORDS = /\b(?:Completed|Synthesizing|Converging|Awaiting approval|Initialized|ad hoc)\b/u

/** Only agent icons are emoji, never a sign of how something ended. */
const EMOJI = /[✅❌⏱⚠⏹]/u

/** Words that only programs read, numbers that a surface lacks, and amounts that were never spent. */
export function differences(shown: Shown, { events, session: { run } }: Told, twins: Twins): readonly string[] {
  const problems = Object.entries(shown).flatMap(([surface, text]) => {
    const leaked = [PROTOCOL, DECLARED_MARKS, OTHER_WORDS, EMOJI].map((words) => words.exec(text)?.[0]).find(Boolean)
    return leaked === undefined ? [] : [`${surface} shows ${leaked}`]
  })
  const missing = Object.entries(twins).flatMap(([surface, parts]) =>
    parts
      .filter((part) => !shown[surface]?.replace(/\s+/gu, ' ').includes(part))
      .map((part) => `${surface} lacks ${part}`),
  )
  const known = run ? amountsIn(events, run) : new Set()
  const strange = Object.entries(shown).flatMap(([surface, text]) =>
    (text.match(/\$\d+(?:\.\d+)?/gu) ?? [])
      .filter((amount) => !known.has(amount) && !(run && estimated(run).includes(amount)))
      .map((amount) => `${surface} says ${amount}`),
  )
  return [...problems, ...missing, ...strange]
}

/** Every amount of money that this run has to show: in total, by agent and by call. */
function amountsIn(events: readonly Event[], run: Run): ReadonlySet<string> {
  const calls = events.flatMap((event) =>
    event.type === 'usage' ? [{ costUsd: event.data.costUsd ?? 0, unpriced: 0 }] : [],
  )
  return new Set([run.spent, ...Object.values(run.spentBy), ...calls].map((spent) => costText(spent)))
}

/** The estimate, which is the same wherever it is shown. */
const estimated = ({ estimate }: Run): string => `${estimateText(estimate)} ${costRangeText(estimate)}`
