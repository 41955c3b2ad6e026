import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from './prepare-run.ts'
import { withUnseenImages } from './unseen-images.ts'

test('the user reads which members cannot see an attached image, and only those', async () => {
  const home = folderOf()
  const providers = {
    seeing: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', images: true },
    blind: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', images: false },
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, model: 'seeing/m' }))
  const { program, close } = openProgram({ home, workspace: folderOf(), environment: {}, version: 'test' })
  onTestFinished(close)
  const warningsOf = async (model: string, images: readonly unknown[]) => {
    const ready = await prepareRun(program, { agents: ['architect'], model, interactive: false })
    if (!ready.ok) throw new Error(ready.refusal.message)
    const { warnings = [] } = await withUnseenImages(program, ready.value.start, images)
    return warnings.filter(({ code }) => code === 'unseen_images').map(({ message }) => message)
  }
  expect(await warningsOf('blind/m', [{}])).toEqual([
    expect.stringContaining(
      'Architect (blind/m) cannot see the attached image and will only read a description of it.',
    ),
  ])
  expect(await warningsOf('blind/m', [])).toEqual([])
  expect(await warningsOf('seeing/m', [{}])).toEqual([])
})
