import { describe, expect, test } from 'vitest'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage } from './page-fixture.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open: openAt } = await fakePage()

/** A session whose agent produced these artifacts. */
function made(...artifacts: readonly { readonly id: string; readonly kind: string; readonly text: string }[]): Story {
  const story = newStory('agent', ['architect'])
  story.say('architect', 'Done.')
  for (const artifact of artifacts) {
    const data = { title: `${artifact.id}.ts`, path: `${artifact.id}.ts`, ...artifact }
    story.add('artifact', data as Parameters<typeof story.add<'artifact'>>[1], { agent: 'architect' })
  }
  program().add(story.session, story.events)
  return story
}

async function open({ session }: Story) {
  const page = await openAt(`/session/${session}`)
  await page.getByRole('tab', { name: /^Files/u }).click()
  return { page, panel: page.getByRole('tabpanel') }
}

const diffOf = (lines: number, width = 20): string =>
  [
    '--- a/large.ts',
    '+++ b/large.ts',
    `@@ -0,0 +1,${lines} @@`,
    ...Array.from({ length: lines }, (_, line) => `+line ${line} ${'x'.repeat(width)}`),
  ].join('\n')

describe.runIf(browser)('the files of a run', () => {
  test('a large diff opens in portions, and a shortened one is fetched in full', async () => {
    const { page, panel } = await open(made({ id: 'large', kind: 'diff', text: diffOf(3_000, 60) }))
    await panel.getByRole('button', { name: /large\.ts/u }).click()
    const diff = panel.getByRole('group', { name: 'Diff' }).locator('pre')
    const lines = async () => (await diff.innerText()).trimEnd().split('\n').length
    await expect.poll(lines).toBe(400)
    const more = panel.getByRole('button', { name: /^Show more/u })
    await more.click()
    await expect.poll(lines).toBe(1_200)
    expect(await panel.getByText(/\+line 2999/u).count()).toBe(0)
    for (; (await more.count()) > 0; await more.click());
    await panel.getByText(/\+line 2999/u).waitFor()
    expect(await lines()).toBe(3_003)
    expect(program().requests.filter((path) => /\/events\/\d+$/u.test(path))).toHaveLength(1)
    expect(page.complaints).toEqual([])
  })

  test('an endless line does not freeze the page', async () => {
    const { panel } = await open(made({ id: 'minified', kind: 'diff', text: diffOf(1, 60_000) }))
    await panel.getByRole('button', { name: /minified\.ts/u }).click()
    await panel.getByText(/… 58,\d{3} more characters$/u).waitFor()
  })

  test('documents are shown as text with their kind', async () => {
    const { panel } = await open(
      made({ id: 'adr', kind: 'adr', text: '# Use Postgres\n\nBecause **one** store is enough.' }),
    )
    await panel.getByRole('button', { name: /adr\.ts/u }).click()
    await panel.getByRole('heading', { name: 'Use Postgres' }).waitFor()
    expect(await panel.getByRole('button', { name: 'Revert this change' }).count()).toBe(0)
  })

  test('a file changed twice is listed and counted once, with both changes', async () => {
    const twice = ['first', 'second'].map((id) => ({ id, kind: 'diff', text: diffOf(2), path: 'SESSIONS.md' }))
    const { page, panel } = await open(made(...twice, { id: 'other', kind: 'diff', text: diffOf(1) }))
    expect(await page.getByRole('tab', { name: /^Files/u }).innerText()).toMatch(/2$/u)
    await panel.getByRole('button', { name: /SESSIONS\.md.*2 changes/u }).click()
    expect(await panel.getByRole('group', { name: 'Diff' }).count()).toBe(2)
    await picture(page, 'files-twice')
    await panel.getByRole('button', { name: 'Revert this change' }).first().click()
    await panel.getByRole('button', { name: 'Revert', exact: true }).click()
    await expect.poll(() => program().calls.at(-1)?.body).toEqual({ type: 'revert', artifact: 'second' })
    await page.getByText('Reverted the change to SESSIONS.md').waitFor()
  })

  test('a change is reverted only after a confirmation', async () => {
    const { panel } = await open(made({ id: 'small', kind: 'diff', text: diffOf(2) }))
    await panel.getByRole('button', { name: /small\.ts/u }).click()
    program().calls.length = 0
    await panel.getByRole('button', { name: 'Revert this change' }).click()
    await panel.getByText('If the file has changed since, it is left as it is.').waitFor()
    await panel.getByRole('button', { name: 'Keep it' }).click()
    expect(program().calls).toEqual([])
    await panel.getByRole('button', { name: 'Revert this change' }).click()
    await panel.getByRole('button', { name: 'Revert', exact: true }).click()
    await expect.poll(() => program().calls.at(-1)?.body).toEqual({ type: 'revert', artifact: 'small' })
  })
})
