import { join } from 'node:path'
import { expect, test } from 'vitest'
import { widthOf } from '../terminal/width.ts'
import { PlayedSession } from './played-session.fixture.ts'

const golden = (width: number): string =>
  join(import.meta.dirname, '../../../../tests/golden/live-view', `plan-${width}.txt`)

const steps = [
  { id: 's1', owner: 'architect', description: 'Split the module.', acceptance: 'It compiles.' },
  { id: 's2', owner: 'security', description: 'Check who may read the file, and write it down.', acceptance: '' },
  { id: 's3', owner: 'writer', description: '手順を書く。', acceptance: '', dependsOn: ['s1', 's2'] },
]

/** A plan that runs two steps at once, one of which is handed off and sent back. */
function play(stage: PlayedSession, picture: (title: string) => void): void {
  stage.start('plan', 'Make the module safe.')
  stage.replies('architect', JSON.stringify({ steps }))
  stage.replies('security', 'APPROVE')
  stage.replies('writer', 'APPROVE')
  stage.captured()
  stage.wait(1_000)
  stage.streams('architect', 'I split it in two')
  stage.streams('security', 'Only the owner')
  picture('two steps run')
  stage.replies('security', 'I know little of this.\nHANDOFF: writer: 作家 writes better')
  stage.replies('writer', 'ACKNOWLEDGE')
  stage.replies('architect', 'It is split in two.')
  stage.captured()
  picture('one step is handed on, one is finished')
  stage.replies('writer', 'Only the owner may read it.')
  stage.captured()
  stage.replies('writer', '書きました。')
  stage.captured()
  stage.replies('security', 'REOPEN: it does not compile')
  picture('a review sends the first one back')
}

test('a plan is shown with the state of its steps, as wide as the terminal', async () => {
  for (const width of [80, 120]) {
    const stage = new PlayedSession()
    const pictures: string[] = []
    play(stage, (title) => pictures.push(`┈┈ ${title} ┈┈\n${stage.frame(width)}`))
    for (const line of pictures.join('\n').split('\n')) expect(widthOf(line)).toBeLessThan(width)
    await expect(`${pictures.join('\n\n')}\n`).toMatchFileSnapshot(golden(width))
  }
})
