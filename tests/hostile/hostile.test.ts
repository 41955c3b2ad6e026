import { temporaryFolder } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { channels } from './channels/channels.ts'
import { workspaceTemplate } from './place.ts'
import { runScenario } from './run-scenario.ts'

const folder = temporaryFolder()
const template = workspaceTemplate(folder.path)
afterAll(() => folder[Symbol.dispose]())

describe.each(Object.entries(channels))('through the channel "%s" nothing is achieved when', (_channel, scenarios) => {
  test.concurrent.each(scenarios)('$name', async (scenario) => {
    const { breaches, evidence } = await runScenario(scenario, template)
    expect(breaches).toEqual([])
    expect(evidence.model.obeyed.length > 0).toBe(!scenario.unseen)
  })
})
