import { forgetKey, keepKey, knownKeys, testKey } from '@convene/host'
import { doneAnswer, type Handlers } from '../context.ts'

/** Provider keys: entered once, used from then on, and never sent back. */
export const keyHandlers: Handlers<'keys' | 'saveKey' | 'testKey' | 'deleteKey' | 'moveKeys'> = {
  keys: async ({ program }) => {
    const { place, because = null } = await (await program.keys()).place()
    return { ok: true, value: { items: [...(await knownKeys(program))], next: null, place: { ...place, because } } }
  },
  saveKey: async ({ program }, given) => {
    const kept = await keepKey(program, given)
    return kept.ok ? { ok: true, value: { place: { ...kept.value, because: null } } } : kept
  },
  testKey: async ({ program }, given) => {
    const tested = await testKey(program, given)
    return tested.ok ? { ok: true, value: { ...tested.value, models: [...tested.value.models] } } : tested
  },
  deleteKey: async ({ program }, { variable }) => {
    const forgotten = await forgetKey(program, variable)
    return forgotten.ok ? doneAnswer : forgotten
  },
  moveKeys: async ({ program }) => {
    const moved = await (await program.keys()).move()
    return moved.ok ? { ok: true, value: { moved: [...moved.value] } } : moved
  },
}
