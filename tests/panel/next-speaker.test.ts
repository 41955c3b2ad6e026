import { expect, test } from 'vitest'
import { played } from '../golden/panel-cast.ts'

const argues = (agent: string, _text: string, nth: number) =>
  `${agent} argues for the ${nth}. time.\nPOSITION: ${agent}\nCONFIDENCE: 60`

test('if the Moderator names nobody, the run says so and the next panelist in order speaks', async () => {
  const script = { Contribute: argues, 'Next speaker': 'Anyone who likes.' }
  const stage = await played(script, { settings: { mode: { moderatorPicks: true } }, limits: { maxTurns: 6 } })
  const warned = stage.events.filter((event) => event.type === 'warning' && event.data.code === 'next_speaker_unread')
  expect(warned.length).toBeGreaterThan(0)
  expect(stage.events.at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
})
