import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import type { TestFolders } from '../../e2e/launch.ts'
import { calling, writeAgent } from '../../e2e/workspace.ts'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, start, visit } from './visit.ts'

const browser = await startBrowser()

/** Lead delegates to Left and Right, Left to Deep, and Deep wants to write a file. */
function crew(place: TestFolders): void {
  writeAgent(place, 'lead', 'tools: none\ndelegates: [left, right]')
  writeAgent(place, 'left', 'tools: none\ndelegates: [deep]')
  writeAgent(place, 'right', 'tools: none')
  writeAgent(place, 'deep', 'tools: { only: [bash] }')
}

const work = (agentName: string): readonly [string, Record<string, string>] => [
  'delegateWork',
  { agentName, workDescription: `The part of ${agentName}.`, reportExpectations: 'A line.' },
]
const reports = (text: string) => calling(['reportOut', { report: text }])

const rules = () => [
  on({ agent: 'Lead' }, calling(work('left'), work('right')), { text: 'All parts are done.' }),
  on({ agent: 'Left' }, calling(work('deep')), reports('Left is done.')),
  on({ agent: 'Right' }, reports('Right is done.')),
  on({ agent: 'Deep' }, calling(['bash', { command: 'echo deep > deep.txt' }]), reports('Deep is done.')),
]

describe.runIf(browser)('a delegation tree with a nested ask', () => {
  test('shows the tree and the whole chain, and the answer reaches the third level', async () => {
    const { link, models, place, log } = await realServer({}, crew)
    models.script(rules())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Do all of it.')
    await choose(page, 'How they work', /^Delegate/u)
    const faces = page.getByRole('group', { name: 'Members' })
    for (const name of ['Lead', 'Left', 'Right', 'Deep', 'Coordinator', 'Planner', 'Coder', 'Tester', 'Reviewer'])
      await faces.getByRole('button', { name, exact: true }).click()
    await page.getByRole('list', { name: 'Seats' }).getByText('Deep').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Seats' }).getByText('Tester').count()).toBe(0)
    await look(page, 'delegation-start')
    const id = await start(page)

    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('echo deep > deep.txt').first().waitFor()
    const chain = dock.getByRole('list', { name: 'Delegation chain' }).getByRole('listitem')
    expect(await chain.allTextContents()).toEqual(['LDLead', 'LFLeft', 'DPDeep'])
    const graph = page.getByRole('group', { name: 'Tasks' })
    await graph.getByText('waiting for you').waitFor()
    await expect.poll(() => graph.getByRole('listitem').count()).toBe(4)
    await look(page, 'delegation-ask')
    await dock.getByRole('button', { name: 'Allow once' }).click()

    await page.getByRole('status').getByText('Done').waitFor()
    await graph.getByText('waiting for you').waitFor({ state: 'detached' })
    await picture(page, 'delegation-done')
    await page.keyboard.press('t')
    await page.getByText('All parts are done.').first().waitFor()
    await look(page, 'delegation-transcript')
    expect(readFileSync(join(place.workspace, 'deep.txt'), 'utf8')).toBe('deep\n')

    const events = await log(id)
    const asked = events.find(({ type }) => type === 'permission.asked')
    expect(asked?.data).toMatchObject({ chain: ['lead', 'left', 'deep'] })
    const finished = events.filter(({ type }) => type === 'task.finished').map(({ agent }) => agent)
    expect(finished.filter((agent) => agent !== 'right')).toEqual(['deep', 'left', 'lead'])
    expect(page.complaints).toEqual([])
  })
})
