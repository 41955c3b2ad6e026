import type { WebhookState } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'
import { sessionNumber } from '../event-log/sample-events.ts'

/** Two processes of one store. */
export type WebhooksFixture = { readonly mine: WebhookState; readonly theirs: WebhookState; close(): Promise<void> }

/** Every promise of the `WebhookState` port, as tests. */
export function describeWebhooks(name: string, open: () => Promise<WebhooksFixture>): Promise<void> {
  return describeContract(`webhook state in ${name}`, open, promises)
}

const url = 'https://example.com/in'
const [one, two] = [sessionNumber(1), sessionNumber(2)]

const promises: Contract<WebhooksFixture> = {
  'knows a URL once its positions were stored, even if there are none': async ({ mine, theirs }, expect) => {
    expect(await mine.places(url)).toBeUndefined()
    await mine.keepPlaces(url, new Map())
    expect(await theirs.places(url)).toEqual(new Map())
    expect(await theirs.places(`${url}2`)).toBeUndefined()
  },
  'changes only the positions that are named, and forgets on request': async ({ mine, theirs }, expect) => {
    await mine.keepPlaces(
      url,
      new Map([
        [one, 3],
        [two, 5],
      ]),
    )
    await theirs.keepPlaces(url, new Map([[two, 9]]))
    expect(await mine.places(url)).toEqual(
      new Map([
        [one, 3],
        [two, 9],
      ]),
    )
    await mine.keepPlaces(url, new Map([[one, null]]))
    expect(await theirs.places(url)).toEqual(new Map([[two, 9]]))
  },
  'keeps URLs apart, whatever they contain': async ({ mine }, expect) => {
    const odd = `${url}?a='"%;--\u0001ü`
    await mine.keepPlaces(url, new Map([[one, 1]]))
    await mine.keepPlaces(odd, new Map([[one, 2]]))
    expect([await mine.places(url), await mine.places(odd)]).toEqual([new Map([[one, 1]]), new Map([[one, 2]])])
  },
  'calls a signature new once, in one process': async ({ mine, theirs }, expect) => {
    const answers = await Promise.all([mine, theirs, mine].map((state) => state.remember(['a'])))
    expect(answers.flat()).toEqual(['a'])
    expect(await mine.remember(['a', 'b', 'b'])).toEqual(['b'])
    expect(await theirs.remember(['b'])).toEqual([])
  },
  'remembers many signatures': async ({ mine, theirs }, expect) => {
    const many = Array.from({ length: 10_000 }, (_, number) => `s${number}`)
    await mine.remember(many)
    expect(await theirs.remember([many[0] ?? '', many.at(-1) ?? ''])).toEqual([])
  },
}
