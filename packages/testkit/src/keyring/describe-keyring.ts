import type { Keyring } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'

/** A keyring, the same one opened again, and that of another data folder. */
export type KeyringFixture = {
  readonly keyring: Keyring
  readonly again: Keyring
  readonly elsewhere: Keyring
  close(): Promise<void>
}

/** Every promise of the `Keyring` port, as tests. */
export function describeKeyring(name: string, open: () => Promise<KeyringFixture>): Promise<void> {
  return describeContract(`keys in ${name}`, open, promises)
}

const value = <T>(read: T) => ({ ok: true, value: read })
const awkward = `-w "quoted" 'too' $HOME \`id\` \\back\\slash %s é€ 鍵 ; rm ${'x'.repeat(1_000)}`

const promises: Contract<KeyringFixture> = {
  'has nothing under an unknown name': async ({ keyring }, expect) => {
    expect(await keyring.read('OPENAI_API_KEY')).toEqual(value(undefined))
  },
  'returns stored keys, also when reopened': async ({ keyring, again }, expect) => {
    expect(await keyring.keep('OPENAI_API_KEY', 'sk-one')).toEqual(value(undefined))
    expect(await keyring.read('OPENAI_API_KEY')).toEqual(value('sk-one'))
    expect(await again.read('OPENAI_API_KEY')).toEqual(value('sk-one'))
  },
  'keeps the newest of several keys, and names apart': async ({ keyring }, expect) => {
    await keyring.keep('OPENAI_API_KEY', 'sk-one')
    await keyring.keep('ANTHROPIC_API_KEY', 'sk-two')
    await keyring.keep('OPENAI_API_KEY', 'sk-three')
    expect(await keyring.read('OPENAI_API_KEY')).toEqual(value('sk-three'))
    expect(await keyring.read('ANTHROPIC_API_KEY')).toEqual(value('sk-two'))
  },
  'forgets one and keeps the others': async ({ keyring, again }, expect) => {
    await keyring.keep('OPENAI_API_KEY', 'sk-one')
    await keyring.keep('ANTHROPIC_API_KEY', 'sk-two')
    expect(await keyring.forget('OPENAI_API_KEY')).toEqual(value(undefined))
    expect(await again.read('OPENAI_API_KEY')).toEqual(value(undefined))
    expect(await again.read('ANTHROPIC_API_KEY')).toEqual(value('sk-two'))
  },
  'accepts forgetting a missing key': async ({ keyring }, expect) => {
    expect(await keyring.forget('OPENAI_API_KEY')).toEqual(value(undefined))
  },
  'keeps every character unchanged': async ({ keyring, again }, expect) => {
    expect(await keyring.keep('OPENAI_API_KEY', awkward)).toEqual(value(undefined))
    expect(await again.read('OPENAI_API_KEY')).toEqual(value(awkward))
  },
  'does not mix the keys of two data folders': async ({ keyring, elsewhere }, expect) => {
    await keyring.keep('OPENAI_API_KEY', 'sk-one')
    expect(await elsewhere.read('OPENAI_API_KEY')).toEqual(value(undefined))
    await elsewhere.forget('OPENAI_API_KEY')
    expect(await keyring.read('OPENAI_API_KEY')).toEqual(value('sk-one'))
  },
}
