import type { BuildReview } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { buildStory, finishedBuild, patch, reviewOfBuild } from './build-story.ts'
import { fakePage } from './page-fixture.ts'
import { look } from './stories/visit.ts'

const { browser, program, open } = await fakePage()

/** A build at its end, with a comment of its reviewer. */
function reviewed(more: Partial<BuildReview> = {}, text = patch) {
  const story = finishedBuild()
  program().add(story.session, story.events)
  program().reviews.set(reviewOfBuild(story, more, text))
  return story
}

const proposal = { title: 'Add it', branch: 'convene/a', into: 'main', remote: 'github.com/acme/shop', problem: null }

describe.runIf(browser)('the review of a build', () => {
  test.each([
    ['1440-light', { viewport: { width: 1440, height: 900 } }],
    ['1440-dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
    ['1024-light', { viewport: { width: 1024, height: 768 } }],
    ['390-light', { viewport: { width: 390, height: 844 } }],
    ['390-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)('is what one sees first when it ends, at %s', async (name, options) => {
    const story = reviewed()
    const page = await open(`/session/${story.session}`, options)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    await look(page, `review-${name}`)
  })

  test('begins with its steps while nothing is changed yet, without an empty bar above them', async () => {
    const story = buildStory()
    story.moved('s1', 'running')
    program().add(story.session, story.events)
    const nothing = { isOver: false, comments: [], checks: null, proof: [] }
    program().reviews.set(reviewOfBuild(story, nothing, ''))
    const page = await open(`/session/${story.session}`)
    await page.getByText('No changes yet').waitFor()
    const above = `(() => {
      const steps = document.querySelector('[aria-label="Steps"]')
      return steps.getBoundingClientRect().top - steps.closest('.bg-canvas').getBoundingClientRect().top
    })()`
    expect(await page.evaluate(above)).toBe(16)
    expect(await page.getByRole('button', { name: /^Show changes of/u }).count()).toBe(0)
    await look(page, 'review-begun-1440')
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'review-begun-390')
  })

  test('shows code in quoted words as code: in reasons, remarks and facts', async () => {
    const story = buildStory()
    const { add, moved, checked, reviewed: said } = story
    moved('s1', 'running')
    moved('s1', 'finished')
    checked('s1', 'after', { outcome: 'not_run', reason: '`node` is missing' })
    said('s1', 'REOPEN: `list` throws')
    const reason = 'The check "`node src/list.js` passes" failed: exit code 1.'
    add('step.state', { step: 's1', from: 'finished', to: 'reopened', owner: 'architect', attempt: 1, reason })
    program().add(story.session, story.events)
    const remark = { message: 'm4', text: 'It reads well, and ```[]``` is right for `--json`.', unseenClaims: [] }
    const review = reviewOfBuild(story, { comments: [], isOver: false })
    program().reviews.set({ ...review, steps: review.steps.map((step) => ({ ...step, remark })) })
    const page = await open(`/session/${story.session}`)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    await page.getByText('is right for').first().waitFor()
    await look(page, 'review-sent-back-1440')
    const shown = [page.getByRole('list', { name: 'Steps' }), ...(await page.locator('[data-piece]').all())]
    for (const each of shown) expect(await each.innerText()).not.toContain('`')
    expect(await page.getByRole('list', { name: 'Steps' }).locator('code').allTextContents()).toEqual(
      expect.arrayContaining(['node src/list.js', 'node', '[]', '--json']),
    )
  })

  test('is decided with the keys: next, undo, keep, and all of it', async () => {
    const { session } = reviewed()
    const page = await open(`/session/${session}`)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Lines 1 to 11')
    await page.keyboard.press('x')
    await page.getByText('Undone: 1 change').waitFor({ state: 'attached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Lines 43 to 50')
    await page.keyboard.press('a')
    await page.getByText('Kept: 1 change').waitFor({ state: 'attached' })
    const [first, second] = program().reviews.of(session).files[0]?.hunks ?? []
    expect([first?.state, second?.state]).toEqual(['undone', 'kept'])
    await page.keyboard.press('k')
    await page.getByText('const write =').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+A')
    await page.getByText('Everything is in your files').waitFor()
    const calls = program().calls.filter(({ path }) => path.endsWith(`${session}/review`))
    expect(calls.map(({ body }) => (body as { type: string }).type)).toEqual(['undo', 'keep', 'keep'])
    expect(calls.at(-1)?.body).toEqual({ type: 'keep' })
  })

  test('offers what comes next: keep, commit, pull request, and says what is left after an undo', async () => {
    const { session } = reviewed({ proposal })
    const page = await open(`/session/${session}`)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    const whole = page.getByRole('group', { name: 'The whole change' })
    const main = () => whole.locator('button.bg-accent').allTextContents()
    const press = (name: string) => whole.getByRole('button', { name, exact: true }).click()
    expect(await main()).toEqual(['Keep'])
    await press('Keep')
    await page.getByText('Everything is in your files').waitFor()
    expect(await main()).toEqual(['Commit'])
    await press('Commit')
    await page.getByText('Committed as 01234567 on main').waitFor()
    expect(await main()).toEqual(['Open pull request'])
    await press('Undo all')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo all' }).click()
    await page.getByText('Everything is undone').waitFor()
    await page.getByText('The commit 01234567 on main still has the change as it was kept then.').waitFor()
    expect(await page.getByText('Committed as').count()).toBe(0)
  })

  test('asks before it undoes everything or opens a pull request, with its title, branch and remote', async () => {
    const blocked = { keep: null, undo: null, commit: null, pullRequest: null }
    const { session } = reviewed({ proposal, blocked })
    const page = await open(`/session/${session}`)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    const calls = () => program().calls.filter(({ path }) => path.endsWith(`${session}/review`))
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('Shift+X')
    await dialog.getByText('Undo all changes?').waitFor()
    await look(page, 'review-undo')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+P')
    await dialog.getByText('github.com/acme/shop, to be merged into main').waitFor()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Add it')
    await look(page, 'review-pull-request')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(calls()).toEqual([])
    await page.keyboard.press('Shift+P')
    await dialog.getByLabel('Branch').fill('mine')
    await dialog.getByRole('button', { name: 'Push and open' }).click()
    await page.getByRole('link', { name: 'https://github.com/acme/shop/pull/7' }).waitFor()
    expect(calls().map(({ body }) => body)).toEqual([{ type: 'pull-request', title: 'Add it', branch: 'mine' }])
  })

  test('takes a comment on a line by key and by mouse, and sends it back', async () => {
    const { session } = reviewed()
    const page = await open(`/session/${session}`)
    await page.getByRole('heading', { name: 'src/list.js' }).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Comment on line 3' }).fill('Why not console.log? j a x')
    await page.keyboard.press('Control+Enter')
    const said = page.getByRole('article', { name: 'You on line 3' })
    await said.getByText('Why not console.log?').waitFor()
    await said.getByRole('button', { name: 'Send back' }).click()
    await said.getByText('Sent back').waitFor()
    await page.getByRole('button', { name: 'Comment on line 7' }).first().click()
    await page.getByRole('textbox', { name: 'Comment on line 7' }).fill('And here?')
    await page.getByRole('button', { name: 'Comment and send back' }).click()
    await page.getByRole('article', { name: 'You on line 7' }).waitFor()
    const comments = program().calls.filter(({ path }) => path.endsWith(`${session}/review/comments`))
    expect(comments.at(-1)?.body).toMatchObject({ path: 'src/list.js', side: 'new', line: 7, send: true })
  })

  test('names conflicts and failing checks, and says that nothing was written', async () => {
    const landing = {
      ...{ id: 'l1', action: 'keep' as const, hunks: [], state: 'refused' as const, files: [] },
      reason: 'You changed the same lines.',
      conflicts: [{ path: 'src/list.js', reason: 'both changed line 4' }],
      checks: [],
    }
    const { session } = reviewed({ landing })
    const page = await open(`/session/${session}`)
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was kept: 1 file in conflict with yours').waitFor()
    await alert.getByText('Your files are unchanged.').waitFor()
    await alert.getByRole('button', { name: 'src/list.js' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Lines 1 to 11')
    await look(page, 'review-conflict')
  })

  test('shows names and contents of files as text, whatever is in them', async () => {
    const name = '<img src=x onerror=alert(1)>\u202etxt.exe'
    const hostile = `diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${name}"\n@@ -0,0 +1,2 @@\n+<script>alert(1)</script>\n+\u202e\u0007hidden\n`
    const { session } = reviewed({ comments: [] }, hostile)
    const page = await open(`/session/${session}`)
    await page.getByText('<script>alert(1)</script>').waitFor()
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>⟨U+202E⟩txt.exe' }).waitFor()
    expect(await page.getByRole('region', { name: 'Changes' }).innerText()).not.toContain('\u202e')
  })

  test('draws only what is on the screen: 2,000 files, 20,000 lines, and a line of 5 MB', async () => {
    const files = Array.from(
      { length: 2_000 },
      (_, index) => `--- a/file${index}.js\n+++ b/file${index}.js\n@@ -1 +1 @@\n-old ${index}\n+new ${index}\n`,
    ).join('')
    const long = `--- a/long.js\n+++ b/long.js\n@@ -0,0 +1,20000 @@\n${Array.from({ length: 20_000 }, (_, line) => `+line ${line}\n`).join('')}`
    const bundle = `--- a/bundle.js\n+++ b/bundle.js\n@@ -0,0 +1 @@\n+${'x'.repeat(5_000_000)}\n`
    const { session } = reviewed({ comments: [], patch: '' }, `${bundle}${long}${files}`)
    const page = await open(`/session/${session}`)
    await page.getByText('2,002 files').waitFor()
    await page.getByText('more characters').waitFor()
    const elements = () => page.evaluate<number>("document.querySelectorAll('section *').length")
    expect(await elements()).toBeLessThan(2_500)
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'file1.js', exact: true }).waitFor()
    expect(await elements()).toBeLessThan(2_500)
  })
})
