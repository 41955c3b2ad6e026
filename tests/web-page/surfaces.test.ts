import {
  capTexts,
  costRangeText,
  costText,
  createDomain,
  type Event,
  emptySession,
  estimateText,
  isFinal,
  type Run,
  runState,
  type SessionId,
  tokensText,
  totalsText,
} from '@convene/domain'
import { writeExport } from '@convene/host'
import type { Client, SessionRow } from '@convene/protocol'
import { type Fault, faultNamed, type ModelServer, on, startModelServer } from '@convene/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { teller } from '../../apps/vscode/src/chat/teller.ts'
import { PROTOCOL, terminalView } from '../golden/terminal-view.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()
let models: ModelServer
let program: Served

type Rules = Parameters<ModelServer['script']>[0]
type Totals = NonNullable<Run['finished']>['totals']
type Story = { readonly rules: Rules; readonly run: Omit<Parameters<Client['createSession']>[0], 'goal'> }

const goal = 'Should the shop keep its sessions in Redis or move them to Postgres?'
const two = ['architect', 'security']
const SECTIONS = ['Executive Summary', 'Agreements', 'Disagreements', 'Recommendations', 'Detailed Analysis']
const MORE_SECTIONS = ['Risk Assessment', 'Minority Report', 'Appendix']
const report = [...SECTIONS, ...MORE_SECTIONS].map((name) => `## ${name}\n\n- Move to Postgres [m4].`).join('\n\n')
const vote = (letter: string) => ({
  text: `I looked at it.\n\nVOTE: ${letter}\nPROBABILITIES: A 30, B 70\nREASON: one store less\nCHANGED: no`,
})
const answers = [on({}, { text: 'Postgres, because it is one thing less to run.' })]
const work = [
  on(
    { heading: 'Plan' },
    { text: '@worker:Architect\nRead the notes.\n@end\n@worker:Security\nLook for secrets.\n@end' },
  ),
  on({ heading: 'Evaluate' }, { text: 'SCORE: 0.95\nRATIONALE: It answers the question.' }),
  ...answers,
]
const steps = [
  {
    id: 's1',
    owner: 'coder',
    description: 'Write the note.',
    acceptance: 'It is there.',
    dependsOn: [],
    tools: ['read'],
  },
]

/** Every mode, with answers that carry the words programs read. */
const stories: { readonly [mode: string]: Story } = {
  agent: { rules: answers, run: { agents: ['architect'] } },
  broadcast: { rules: answers, run: { agents: two } },
  sequential: { rules: answers, run: { agents: two } },
  delegate: { rules: answers, run: { agents: two } },
  orchestrate: { rules: work, run: { agents: two } },
  reflect: { rules: work, run: { agents: two } },
  panel: {
    run: { agents: [...two, 'performance'], yes: true, settings: { depth: 'Standard' } },
    rules: [
      on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
      on({ heading: 'Topic' }, { text: 'Where?\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres' }),
      on({ heading: 'Contribute', agent: 'Security' }, vote('A')),
      on({ heading: 'Contribute' }, vote('B')),
      on({}, { text: report }),
    ],
  },
  plan: {
    run: { agents: ['coder', 'tester'], yes: true },
    rules: [
      on({ heading: 'Plan' }, { text: JSON.stringify({ steps }) }),
      on({ heading: 'Review plan' }, { text: 'APPROVE' }),
      on({ heading: 'Review' }, { text: 'ACCEPT' }),
      ...answers,
    ],
  },
}

beforeAll(async () => {
  models = await startModelServer()
  const alpha = { type: 'openai-compatible', baseURL: `${models.url}/v1` }
  const priced = { 'alpha/scripted': { price: { input: 3, output: 15 } } }
  const settings = { model: 'alpha/scripted', providers: { alpha }, models: priced }
  program = await realProgram({}, { files: { 'config.json': JSON.stringify(settings) } })
})
afterAll(async () => {
  await program.remove()
  await models.close()
})

type Ending = 'completed' | 'failed' | 'cancelled'

/** Half an answer, then nothing: what is stopped has cost something that is known only afterwards. */
const slow = [on({}, { text: 'Postgres, because it is one thing less to run.', parts: 2, delayMs: 600_000 })]
const broken = [on({}, faultNamed('status-401-empty') as Fault)]

const rulesFor = (ending: Ending, { rules }: Story): Rules =>
  ending === 'completed' ? rules : ending === 'failed' ? broken : slow

async function played(mode: string, story: Story, ending: Ending = 'completed'): Promise<SessionRow> {
  models.script(rulesFor(ending, story))
  const { id } = given(await program.client.createSession({ goal, mode, ...story.run }))
  if (ending === 'cancelled') await stopped(id)
  await until(async () => isFinal(given(await program.client.session({ id })).session.phase))
  expect(given(await program.client.session({ id })).session.phase).toBe(ending)
  await until(async () => !given(await program.client.session({ id })).running)
  const row = given(await program.client.sessions({})).items.find((one) => one.id === id)
  if (!row) throw new Error(`${mode} is not in the list`)
  return row
}

/** Stops a session once a model is answering. */
async function stopped(id: string): Promise<void> {
  await until(async () => (await eventsOf(id)).some(({ type }) => type === 'effect.started'))
  given(await program.client.command({ id, type: 'stop' }))
}

async function eventsOf(id: string): Promise<readonly Event[]> {
  const { items } = given(await program.client.events({ id, after: 0, limit: 5_000 }))
  return items.map((wire) => ({ ...wire, at: Date.parse(wire.at) }) as unknown as Event)
}

/** What an editor's chat shows. */
function editorText(events: readonly Event[]): string {
  const { tell } = teller('detailed')
  return events
    .flatMap(tell)
    .flatMap((shown) => ('text' in shown ? [shown.text] : []))
    .join('\n')
}

/** Every surface that needs no browser, as text. */
function texts(id: string, events: readonly Event[]): { readonly [surface: string]: string } {
  const session = id as SessionId
  const { happened, result } = terminalView(session, events, 120)
  const exported = (format: 'md' | 'html') => writeExport({ session, events, format }).text
  return {
    terminal: happened.join('\n'),
    'result in the terminal': result.join('\n'),
    editor: editorText(events),
    markdown: exported('md'),
    // The log itself is part of the file, for `--json`; what is read is before it.
    replay: exported('html').replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<\/?\w[^>]*>/gu, '\n'),
  }
}

/** Every amount of money that this run has to show: in all, by agent and by call. */
function amountsIn(events: readonly Event[], run: Run): ReadonlySet<string> {
  const calls = events.flatMap((event) =>
    event.type === 'usage' ? [{ costUsd: event.data.costUsd ?? 0, unpriced: 0 }] : [],
  )
  return new Set([run.spent, ...Object.values(run.spentBy), ...calls].map((spent) => costText(spent)))
}

const textOf = async (page: Page, selector: string): Promise<string> => await page.locator(selector).first().innerText()

/** The page, the list and the result, each in its own words. */
async function pageTexts(page: Page, listed: SessionRow) {
  const { id } = listed
  await goTo(page, `/session/${id}`)
  await page.getByRole('status').getByText(runState(listed).word).waitFor()
  const session = await textOf(page, 'main')
  const row = await textOf(page, `a[href$="${id}"]`)
  await page.getByRole('tab', { name: 'Cost' }).click()
  const cost = await page.getByRole('tabpanel', { name: 'Cost' }).innerText()
  await goTo(page, `/session/${id}/result`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { session, row, cost, result: await textOf(page, 'main') }
}

/** What each surface must say of the limits and the end, word for word. */
function twins(
  row: SessionRow,
  totals: Totals,
  limits: Run['limits'],
): { readonly [surface: string]: readonly string[] } {
  const { word } = runState(row)
  const parts = totalsText(totals)
  const [, , cost = '', time = ''] = parts
  return {
    terminal: [word, ...parts, `Limits: ${capTexts(limits).join(' · ')}`],
    editor: totals.calls > 0 && row.phase !== 'cancelled' ? [parts.join(' · ')] : [],
    markdown: [`State: ${word}`, parts.join(', ')],
    replay: [word, parts.join(', ')],
    session: [word, cost, time],
    row: [word, cost],
    cost: [`of ${limits.maxCalls}`, `of ${tokensText(limits.maxTotalTokens ?? 0)}`],
    result: [word, cost, time],
  }
}

/** Names of phases that have another word on screens. */
const OTHER_STATES = /\b(?:Completed|Synthesizing|Converging|Awaiting approval|Initialized)\b/u

/** Words that only programs read, numbers that a surface lacks, and amounts that nobody has spent. */
function differences(
  shown: { readonly [surface: string]: string },
  row: SessionRow,
  events: readonly Event[],
  run: Run,
  limits: Run['limits'],
): readonly string[] {
  const problems = Object.entries(shown).flatMap(([surface, text]) => {
    const leaked = PROTOCOL.exec(text)?.[0] ?? OTHER_STATES.exec(text)?.[0]
    return leaked === undefined ? [] : [`${surface} shows ${leaked}`]
  })
  const ends = run.finished ? Object.entries(twins(row, run.finished.totals, limits)) : []
  const missing = ends.flatMap(([surface, parts]) =>
    parts
      .filter((part) => !shown[surface]?.replace(/\s+/gu, ' ').includes(part))
      .map((part) => `${surface} lacks ${part}`),
  )
  const known = amountsIn(events, run)
  const strange = Object.entries(shown).flatMap(([surface, text]) =>
    (text.match(/\$\d+(?:\.\d+)?/gu) ?? [])
      .filter((amount) => !known.has(amount) && !estimated(run).includes(amount))
      .map((amount) => `${surface} says ${amount}`),
  )
  return [...problems, ...missing, ...strange]
}

describe.runIf(browser)('every surface of a run', { timeout: 120_000 }, () => {
  let page: Page | undefined

  async function walked(mode: string, story: Story, ending: Ending): Promise<void> {
    page ??= await openPage(browser as Browser, program.link)
    await page.locator('main').waitFor()
    const row = await played(mode, story, ending)
    const events = await eventsOf(row.id)
    const { run } = events.reduce(createDomain().evolve, emptySession(row.id as SessionId))
    if (!run?.finished) throw new Error(`${mode} has not ended`)
    const inPage = page
    // What the start page says before anything runs.
    const { limits } = given(await program.client.preview({ goal, mode, ...story.run }))
    const told = {
      ...texts(row.id, events),
      notification: `${runState(row).word}: ${row.title}. ${row.summary}`,
    }
    // For a moment the page may still show the session before, or a row that it has not heard of yet.
    const differing = async () => differences({ ...told, ...(await pageTexts(inPage, row)) }, row, events, run, limits)
    await expect.poll(differing).toEqual([])
  }

  test.each(Object.entries(stories))('in the mode %s says the same, in plain words', (mode, story) =>
    walked(mode, story, 'completed'),
  )

  test.each(['agent', 'broadcast', 'orchestrate', 'panel', 'plan'])('after a failure in the mode %s, too', (mode) =>
    walked(mode, stories[mode] as Story, 'failed'),
  )

  test.each(['agent', 'broadcast', 'reflect', 'panel', 'plan'])('after a stop in the mode %s, too', (mode) =>
    walked(mode, stories[mode] as Story, 'cancelled'),
  )
})

/** What was estimated is the same wherever it is shown. */
const estimated = ({ estimate }: Run): string => `${estimateText(estimate)} ${costRangeText(estimate)}`
