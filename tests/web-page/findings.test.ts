import { isFinal } from '@convene/domain'
import { stateResult } from '@convene/gateways'
import { teamState } from '@convene/host'
import { cardOf, cardText } from '@convene/reading'
import { type Fault, faultNamed, type ModelServer, on, startModelServer } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { outcomeOf } from '../../apps/web/src/result/outcome/outcome.ts'
import { foldEvent } from '../../apps/web/src/session/view/fold.ts'
import { emptyView } from '../../apps/web/src/session/view/view.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'
import { pageTexts, type Shown, type Told, texts, toldBy } from './surface-texts.ts'

const browser = await startBrowser()
const goal = 'Analyse our queue design'
let models: ModelServer
let program: Served

beforeAll(async () => {
  models = await startModelServer()
  const alpha = { type: 'openai-compatible', baseURL: `${models.url}/v1` }
  const settings = { model: 'alpha/scripted', providers: { alpha } }
  program = await realProgram({}, { files: { 'config.json': JSON.stringify(settings) } })
})
afterAll(async () => {
  await program.remove()
  await models.close()
})

/** What belongs to a vote, in any words of ours. Only the gate and the log say that nobody votes. */
const FURNITURE =
  /\b(?:un)?decided?\b|\bdecisions?\b|\bballots?\b|\bvot(?:es?|ed|ing)\b|\bveto|\bminority\b|\bconsensus\b|likely right|\bunanimous|\b\d+ : \d+\b|Not written|did not write/iu
const withoutNotice = (text: string): string => text.replaceAll(/without a\s+vote/giu, '')

const report = (sections: readonly string[]): string =>
  sections.map((name) => `## ${name}\n\n- The consumer blocks [m4].`).join('\n\n')
const all = [
  'Executive Summary',
  'Detailed Analysis',
  'Agreements',
  'Disagreements',
  'Recommendations',
  'Risk Assessment',
  'Appendix',
]

async function discussed(synthesis: Parameters<typeof on>[1]): Promise<Told> {
  models.script([
    on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
    on({ heading: 'Topic' }, { text: 'How the queue works, and where it blocks.\nPROTOCOL: discuss' }),
    on({ heading: 'Converged?' }, { text: 'CONVERGED: nothing new.' }),
    on({ heading: 'Synthesize' }, synthesis),
    on({ heading: 'Repair citations' }, synthesis),
    on({}, { text: 'The consumer blocks while it waits.\nPOSITION: The consumer blocks\nCONFIDENCE: 80' }),
  ])
  const { id } = given(
    await program.client.createSession({ goal, mode: 'panel', yes: true, settings: { protocol: 'discuss' } }),
  )
  await until(async () => isFinal(given(await program.client.session({ id })).session.phase))
  await until(async () => !given(await program.client.session({ id })).running)
  return toldBy(program, id)
}

function cardShown({ events, session }: Told): string {
  const view = emptyView(session.id)
  for (const event of events) foldEvent(view, event)
  const card = cardOf(outcomeOf(view), (agent) => agent)
  return card ? cardText(card) : ''
}

async function otherTexts(told: Told): Promise<Shown> {
  const { records: _none, ...shown } = texts(told)
  const state = await teamState(program.open.program, told.session, true)
  return { ...shown, card: cardShown(told), 'answer over MCP': JSON.stringify(stateResult(state)) }
}

/** Each surface that mentions a vote, with the place. */
const voting = (shown: Shown): readonly string[] =>
  Object.entries(shown).flatMap(([surface, text]) => {
    const found = FURNITURE.exec(withoutNotice(text))
    return found ? [`${surface}: …${withoutNotice(text).slice(Math.max(0, found.index - 60), found.index + 60)}…`] : []
  })

describe('a discussion without a choice shows what was found, and nothing of a vote', () => {
  test.each([
    ['as the Head reports it', { text: report(all) }, 'The consumer blocks'],
    // A failed run has no card.
    ['if the Head writes no report', faultNamed('status-401-empty') as Fault, ''],
  ])('in the terminal, exports, card, editor and over MCP, %s', async (_how, synthesis, card) => {
    const shown = await otherTexts(await discussed(synthesis))
    expect(voting(shown)).toEqual([])
    expect(shown['answer over MCP']).toContain('The consumer blocks')
    expect(shown.card).toContain(card)
  })

  test.runIf(browser)('on the page, and printed', async () => {
    const told = await discussed({ text: report(all) })
    const page = await openPage(browser as Browser, program.link)
    const shown = await pageTexts(page, told.row)
    await page.emulateMedia({ media: 'print' })
    expect(voting({ ...shown, printed: await page.locator('main').innerText() })).toEqual([])
    expect(shown.result).toContain('The consumer blocks')
  })
})
