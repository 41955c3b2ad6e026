import { describe, test } from 'vitest'
import { check } from '../edges.fixture.ts'

describe('edges of', () => {
  test('missing values', () => {
    check([
      ['type User = { name: string; boss?: User }'],
      ['const f = (user: User): string => user.boss!.name', 'null-not-handled'],
      ['const f = (user: User): string => user.boss?.name ?? "nobody"'],
      ['function f(user: User) { if (!user.boss) return ""; return user.boss.name }'],
      ['function f(users: User[]) { return users.find((one) => one.name === "ada")!.name }', 'unchecked-find'],
      ['function f(text: string) { return text.match(/\\d+/)![0] }', 'unchecked-find'],
      ['function f(text: string) { const found = text.match(/\\d+/); return found ? found[0] : "" }'],
      ['function f(stack: number[]) { return stack.pop()! + 1 }', 'empty-array'],
      ['function f(stack: number[]) { return stack.length > 0 ? stack.pop()! + 1 : 0 }'],
      ['function f(names: Map<string, User>, key: string) { return names.get(key)!.name }', 'missing-key'],
      [
        'function f(names: Map<string, User>, key: string) { if (!names.has(key)) return ""; return names.get(key)!.name }',
      ],
      ['function f(counts: Record<string, number>, key: string) { counts[key] += 1 }', 'missing-key'],
      ['function f(counts: Record<string, number>, key: string) { counts[key] = (counts[key] ?? 0) + 1 }'],
    ])
  })

  test('places in lists and texts', () => {
    check([
      ['function f(list: number[]): number { return list[0] }', 'empty-array'],
      ['function f(list: number[]): number { if (!list.length) throw new Error("empty"); return list[0] }'],
      ['function f(list: number[]): number { return list[list.length - 1] * 2 }', 'empty-array'],
      ['function f(list: string[], at: number): string { return list[at].trim() }', 'index-out-of-range'],
      ['function f(list: string[], at: number): string { return at < list.length ? list[at].trim() : "" }'],
      ['function f(list: string[]) { for (let at = 0; at < list.length; at++) list[at].trim() }'],
      [
        'function f(list: number[]) { for (let at = 0; at < list.length; at++) if (list[at] > list[at + 1]) return false; return true }',
        'index-out-of-range',
      ],
      [
        'function f(list: number[]) { for (let at = 0; at < list.length - 1; at++) if (list[at] > list[at + 1]) return false; return true }',
      ],
      [
        'function f(list: number[], wanted: number) { let low = 0; let high = list.length - 1; while (low <= high) { const middle = (low + high) >> 1; if (list[middle] === wanted) return middle; if (list[middle] < wanted) low = middle + 1; else high = middle - 1 } return -1 }',
      ],
      [
        'function f(line: string) { const [key, value] = line.split("="); return key.trim() + value.trim() }',
        'index-out-of-range',
      ],
      ['function f(list: number[], one: number) { list.splice(list.indexOf(one), 1) }', 'index-not-found'],
      ['function f(list: number[], one: number) { const at = list.indexOf(one); if (at >= 0) list.splice(at, 1) }'],
      ['function f(text: string) { return text.substring(0, text.indexOf(" ")) }', 'index-not-found'],
      [
        'function f(list: number[]) { for (let at = list.length; at >= 0; at--) void list[at].toFixed() }',
        'off-by-one',
      ],
      [
        'function f(list: number[]) { let sum = 0; for (let at = 0; at < list.length - 1; at++) sum += list[at]; return sum }',
        'off-by-one',
      ],
      ['function f(tags: string) { return tags.split(",") }', 'empty-string'],
      ['function f(tags: string) { return tags.split(",").filter(Boolean) }'],
      ['function f(tags: string) { return tags === "" ? [] : tags.split(",") }'],
    ])
  })

  test('numbers', () => {
    check([
      ['function f(part: number, whole: number) { return (part / whole) * 100 }', 'division-by-zero'],
      ['function f(part: number, whole: number) { return whole === 0 ? 0 : part / whole }'],
      ['function f(ms: number) { return ms / 1000 }'],
      ['function f(list: number[]) { const count = Math.max(1, list.length); return 100 / count }'],
      ['function f(list: number[]) { return list.map((one) => one / list.length) }'],
      ['function f(text: string) { return Number(text) * 2 }', 'not-a-number'],
      ['function f(text: string) { return Number(text) || 0 }'],
      [
        'function f(text: string) { const read = parseInt(text, 10); if (!Number.isInteger(read)) throw new Error("no"); return read }',
      ],
      ['function f(texts: string[]) { return texts.map(Number) }', 'not-a-number'],
      ['function f(texts: string[]) { return texts.filter((text) => /^[0-9]+$/.test(text)).map(Number) }'],
      [
        'function f(text: string) { const [, digits] = /([0-9]+)/.exec(text) ?? []; return digits ? Number(digits) : 0 }',
      ],
      ['const signs = ["a", "b"]\nfunction f(at: number) { return signs[at % signs.length] + 100 / signs.length }'],
      ['function f(area: number) { return Math.sqrt(area) }', 'negative-number'],
      ['function f(x: number, y: number) { return Math.sqrt(x * x + y * y) }'],
      ['function f(text: string, width: number) { return text + " ".repeat(width - text.length) }', 'negative-number'],
      ['function f(text: string, width: number) { return text + " ".repeat(Math.max(0, width - text.length)) }'],
      [
        'function f(n: number) { let all = 1; for (let at = 2; at <= n; at++) all *= at; return all }',
        'unsafe-integer',
      ],
      [
        'function f(text: string) { let hash = 7; for (const one of text) hash = hash * 31 + one.charCodeAt(0); return hash }',
        'unsafe-integer',
      ],
      [
        'function f(text: string) { let hash = 7; for (const one of text) hash = (hash * 31 + one.charCodeAt(0)) | 0; return hash }',
      ],
      [
        'function f(balance: number, years: number, rate: number) { let sum = balance; for (let year = 0; year < years; year++) sum *= 1 + rate; return sum }',
      ],
      ['function f(price: number, paid: number) { return paid === price * 1.19 }', 'float-comparison'],
      ['function f(options: { retries?: number }) { return options.retries || 3 }', 'falsy-zero'],
      ['function f(options: { deep?: boolean }) { return options.deep || true }', 'falsy-zero'],
      ['function f(name: string | undefined) { return name || "nobody" }'],
      [
        'function f(from: number, to: number, step: number) { const all = []; for (let at = from; at < to; at += step) all.push(at); return all }',
        'zero-step',
      ],
      ['function f(list: number[], count: number) { return list.slice(-count) }', 'zero-count'],
      ['function f(list: number[], count: number) { return count > 0 ? list.slice(-count) : [] }'],
    ])
  })

  test('lists as a whole', () => {
    check([
      ['function f(list: number[]) { return list.reduce((sum, one) => sum + one) }', 'empty-array'],
      ['function f(list: number[]) { return list.reduce((sum, one) => sum + one, 0) }'],
      ['function f(list: number[]) { return Math.min(...list) }', 'empty-array'],
      ['function f(list: number[]) { return Math.max(0, ...list) }'],
      ['function f(list: readonly number[]) { return list.toSorted() }', 'numeric-sort'],
      ['function f(list: readonly string[]) { return list.toSorted() }'],
      ['function f(list: string[]) { return list.sort() }', 'argument-mutation'],
      ['function f(user: { name: string }, name: string) { user.name = name; return user }', 'argument-mutation'],
      ['function f(user: { name: string }, name: string) { return { ...user, name } }'],
      ['function f(user: { name: string }, name: string): void { user.name = name }'],
      ['function f(list: string[]) { return [...list].reverse() }'],
      [
        'function f(list: string[]) { return list.reduce((all, one) => { all.push(one); return all }, [] as string[]) }',
      ],
      [
        'function f(list: string[]) { for (const one of list) if (one === "") list.splice(list.indexOf(one), 1) }',
        'mutation-while-iterating',
        'index-not-found',
      ],
      ['function f(list: string[]) { for (const at in list) void at }', 'for-in-array'],
    ])
  })
})
