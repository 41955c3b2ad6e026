import { describe, expect, test } from 'vitest'
import { broughtBy, takePageKey } from './page-key.ts'

describe('the target in the link', () => {
  test.each([
    ['#key=abc', { key: 'abc', to: '/' }],
    ['#key=abc&to=%2F%23%2Fsession%2F01J', { key: 'abc', to: '/#/session/01J' }],
    ['#/session/01J', null],
    ['#/settings?key=abc', null],
    ['', null],
  ])('%s brings %j', (hash, brought) => {
    expect(broughtBy(hash)).toEqual(brought)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leaves the page: %s',
    (to) => {
      expect(broughtBy(`#key=abc&to=${encodeURIComponent(to)}`)?.to).toBe('/')
    },
  )
})

describe('the key', () => {
  const opened = (hash: string) => {
    const shown: string[] = []
    const history = { replaceState: (_state: unknown, _title: string, to?: string | URL | null) => shown.push(`${to}`) }
    return { shown, place: { hash, host: '127.0.0.1:7410' }, history }
  }

  test('is removed from the address before anything else happens', () => {
    const { shown, place, history } = opened('#key=abc&to=%2F%23%2Fteams')
    void takePageKey(place, history, () => new Promise(() => undefined))
    expect(shown).toEqual(['/#/teams'])
  })

  test('is accepted only if the server knows it', async () => {
    const { place, history } = opened('#key=abc')
    expect(await takePageKey(place, history, async (key) => key === 'abc')).toBe('abc')
    const other = opened('#key=xyz')
    expect(await takePageKey(other.place, other.history, async () => false)).not.toBe('xyz')
    expect(await takePageKey(other.place, other.history, () => Promise.reject(new TypeError()))).not.toBe('xyz')
  })

  test('is unchanged if the address has none', async () => {
    const { shown, place, history } = opened('#/teams')
    await takePageKey(place, history, async () => true)
    expect(shown).toEqual([])
  })
})
