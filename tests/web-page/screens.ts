import type { Page } from 'playwright-core'

/** Each screen of the program, with what it shows when it is ready; `session` is a finished panel. */
export const screensWith = (session: string): readonly (readonly [string, (page: Page) => Promise<void>])[] => [
  ['/', (page) => page.getByRole('region', { name: 'Preview' }).waitFor()],
  ['/teams', (page) => page.getByRole('list', { name: 'Built-in' }).waitFor()],
  ['/teams/quick-reflection', (page) => page.getByText('You are Orchestrator').first().waitFor()],
  ['/agents', (page) => page.getByRole('list', { name: 'Built-in' }).waitFor()],
  ['/agents/coder', (page) => page.getByText('You are Coder').first().waitFor()],
  ['/settings/models', (page) => page.getByRole('heading', { name: 'Providers' }).waitFor()],
  ['/settings/runs', (page) => page.getByLabel('Panel seats').waitFor()],
  ['/settings/limits', (page) => page.getByRole('heading', { name: 'Limits', level: 2 }).waitFor()],
  ['/settings/permissions', (page) => page.getByLabel('Tool call').waitFor()],
  ['/settings/mcp', (page) => page.getByText('No servers yet').waitFor()],
  ['/settings/appearance', (page) => page.getByRole('radio', { name: 'Compact' }).waitFor()],
  [`/session/${session}/result`, (page) => page.getByRole('heading', { name: 'Ballots' }).waitFor()],
  [`/compare/${session}`, (page) => page.getByText('Choose a second session').waitFor()],
]
