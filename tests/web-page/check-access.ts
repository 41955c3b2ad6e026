import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong on the page as it stands, one line each: rule, and the first elements. */
export async function accessProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-radix-popper-content-wrapper]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'])
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  )
}
