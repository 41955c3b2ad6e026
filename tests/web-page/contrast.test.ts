import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fakePage } from './page-fixture.ts'
import { walkSessions } from './walk-sessions.ts'

const { browser, program, open } = await fakePage()

/** Text with less contrast than 7 : 1, or 4.5 : 1 if it is large. */
async function faintText(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast-enhanced').analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${any[0]?.message} ${html.slice(0, 160)}`))
}

describe.runIf(browser)('with more contrast', () => {
  test.each(['light', 'dark'] as const)('every text of a session is at least 7 : 1 in the %s theme', async (theme) => {
    const page = await open('/', { colorScheme: theme, contrast: 'more' })
    const faint = [...(await faintText(page)), ...(await walkSessions(page, program(), () => faintText(page)))]
    expect(faint).toEqual([])
  })

  test.each([
    ['vscode-high-contrast', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    ['vscode-high-contrast-light', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
  ])('an editor tab follows the theme %s', async (kind, canvas, ink) => {
    const page = await open('/')
    const colours = () =>
      page.evaluate<string[]>(
        'const { backgroundColor, color } = getComputedStyle(document.documentElement); [backgroundColor, color]',
      )
    expect(await colours()).not.toContain('rgb(0, 0, 0)')
    const theme = kind.endsWith('light') ? 'light' : 'dark'
    await page.evaluate(`document.body.dataset.vscodeThemeKind = '${kind}'`)
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    expect(await colours()).toEqual([canvas, ink])
    expect(await faintText(page)).toEqual([])
  })
})
