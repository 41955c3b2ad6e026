import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { on } from '@convene/testkit'
import type { Browser, Download, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calling } from '../../e2e/workspace.ts'
import { downloadText } from '../../web/download-text.ts'
import { openPage, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, say, sessionOf, start, visit } from './visit.ts'

const browser = await startBrowser()

const goal = 'Should the shop keep its sessions in Redis or move them to Postgres?'
const edited = 'Where should session data live, given that Redis loses it on a restart?'

const argues = (text: string, position: string, changed = '') => ({
  text: `${text}\n\nPOSITION: ${position}\nCONFIDENCE: 80${changed && `\nCHANGED: ${changed}`}`,
})
const votes = (option: string) => ({
  text: `POSITION: ${option}\nCONFIDENCE: 80\nVOTE: ${option}\nREASON: It is one thing less to run.`,
})

const report = `## Executive Summary

- Move the sessions to Postgres [m7]: the notes show that one process writes.

## Agreements

- A restart may lose nothing [m5].

## Disagreements

- How much slower a read becomes [m6].

## Recommendations

- Add an index on the token, then switch at night.

## Detailed Analysis

The notes say how often it writes [m5].

## Risk Assessment

- A night without sleep.

## Minority Report

Nobody.

## Appendix

None.`

/** The second round waits until the user has paused it. */
function rulesOf(held: Promise<void>) {
  return [
    on({ heading: 'Clarify' }, { text: '1. How many shops share the sessions?' }, { text: 'CLEAR: thank you.' }),
    on({ heading: 'Topic' }, { text: '## Topic\n\nWhere should session data live?\n\nDISCUSSION_DEPTH: Quick' }),
    on(
      { heading: 'Contribute', agent: 'Architect' },
      calling(['read', { path: 'notes.md' }]),
      argues('One process writes, as the notes say.', 'Move to Postgres'),
      async () => {
        await held
        return argues('I stay with it.', 'Move to Postgres', 'no')
      },
    ),
    on(
      { heading: 'Contribute', agent: 'Security' },
      argues('A second store is a second door.', 'Move to Postgres'),
      argues('Nothing to add.', 'Move to Postgres', 'no'),
    ),
    on(
      { heading: 'Contribute', agent: 'Performance' },
      argues('Redis answers in 0.4 ms.', 'Keep Redis'),
      argues('The notes convince me.', 'Move to Postgres', 'yes, because [m7]'),
      argues('Nothing to add.', 'Move to Postgres', 'no'),
    ),
    on({ heading: 'Converged?' }, { text: 'CONVERGED: nothing new.' }),
    on({ heading: 'Options' }, { text: '- Move to Postgres\n- Keep Redis' }),
    on({ heading: 'Final position' }, votes('Move to Postgres')),
    on({ heading: 'Synthesize' }, { text: report }),
    on({ heading: 'Repair citations' }, { text: report }),
    on({ heading: 'Follow-up' }, { text: 'The index comes first [m7].' }),
  ]
}

type Saved = { readonly name: string; readonly text: string; readonly download: Download }

async function download(page: Page, item: string): Promise<Saved> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ])
  return { name: saved.suggestedFilename(), text: await downloadText(saved), download: saved }
}

/** The replay is a self-contained page: it shows the report without network or server. */
async function opensOffline({ download }: Saved, file: string): Promise<void> {
  await download.saveAs(file)
  const page = await openPage(browser as Browser, pathToFileURL(file).href, { offline: true })
  onTestFinished(() => page.context().close())
  await page.getByText('Move to Postgres').first().waitFor()
  await page.getByText('Full report', { exact: true }).click()
  await page.getByText('Move the sessions to Postgres').first().waitFor()
  await look(page, 'panel-replay')
  expect(page.complaints).toEqual([])
}

describe.runIf(browser)('a panel from goal to report', () => {
  test('is started, shaped, paused, approved, read, followed up and exported', async () => {
    const held = Promise.withResolvers<void>()
    const { link, models, place, log } = await realServer({
      permissions: { read: 'ask' },
      panel: { protocol: 'discuss' },
    })
    models.script(rulesOf(held.promise))
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill(goal)
    await choose(page, 'Team', /Quick Panel/u)
    await page.getByRole('region', { name: 'Preview' }).getByText('Performance').first().waitFor()
    await look(page, 'panel-start')
    const id = await start(page)

    await page.getByRole('region', { name: 'Question' }).getByText('How many shops').waitFor()
    await picture(page, 'panel-question')
    await say(page, 'Three shops.')

    const gate = page.getByRole('region', { name: 'Gate: topic' })
    await gate.getByText('Where should session data live?').waitFor()
    await look(page, 'panel-gate')
    await gate.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Your version').fill(edited)
    await picture(page, 'panel-gate-edit')
    await gate.getByRole('button', { name: 'Approve this version' }).click()

    await page.getByText(`Approved with your changes: ${edited}`).waitFor()
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('notes.md').first().waitFor()
    await page.getByText('The first round is blind').waitFor()
    expect(await page.getByText('Keep Redis', { exact: true }).count()).toBe(0)
    await look(page, 'panel-approval')
    await dock.getByRole('button', { name: 'Allow once' }).click()
    await dock.waitFor({ state: 'detached' })

    await models.until(({ requests }) => requests.filter(isSecondRound).length > 0)
    // The answer must not arrive before the pause is stored, or the run would be a step further.
    const stored = page.waitForResponse((response) => response.url().endsWith('/commands'))
    await page.getByRole('button', { name: 'Pause' }).click()
    await stored
    held.resolve()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('status').getByText('Paused').waitFor()
    const before = models.requests.length
    await picture(page, 'panel-paused')
    expect(models.requests).toHaveLength(before)
    await page.getByRole('button', { name: 'Resume' }).click()

    await page.getByRole('status').getByText('Done').waitFor()
    await look(page, 'panel-done')
    await say(page, 'What comes first?')
    await page.getByText('The index comes first').waitFor()
    await picture(page, 'panel-follow-up')

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Result page' }).click()
    await page.getByRole('region', { name: 'Answer' }).getByText('Move the sessions to Postgres').waitFor()
    await look(page, 'panel-result')
    const markdown = await download(page, 'Markdown')
    expect(markdown.name).toMatch(/^convene-\w{8}\.md$/u)
    expect(markdown.text).toContain('Move the sessions to Postgres [m7]')
    expect(markdown.text).toContain('The index comes first [m7](#m7).')
    const replay = await download(page, 'One HTML file to share')
    expect(replay.name).toMatch(/\.html$/u)
    await opensOffline(replay, join(place.home, 'replay.html'))

    await page.getByRole('button', { name: 'Go to message m7' }).first().click()
    await page.locator('[data-message=m7]').waitFor()
    expect(sessionOf(page)).toBe(id)
    await look(page, 'panel-cited')

    const events = await log(id)
    const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data)
    expect(of('question.answered')).toMatchObject([{ answer: 'Three shops.' }, {}])
    expect(of('permission.answered')).toMatchObject([{ answer: 'once' }])
    expect(models.requests.filter(({ heading }) => heading === 'Contribute')[0]?.messages.at(-1)?.text).toContain(
      edited,
    )
    expect(page.complaints).toEqual([])
  })
})

const isSecondRound = ({
  heading,
  agent,
  messages,
}: {
  heading?: string
  agent?: string
  messages: readonly unknown[]
}) => heading === 'Contribute' && agent === 'Architect' && messages.length > 3
