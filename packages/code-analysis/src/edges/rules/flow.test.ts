import { describe, test } from 'vitest'
import { check } from '../edges.fixture.ts'

describe('edges of', () => {
  test('branches', () => {
    check([
      ['type Shape = { kind: "circle"; r: number } | { kind: "square"; a: number } | { kind: "dot" }'],
      [
        'function f(shape: Shape) { let area = 0; switch (shape.kind) { case "circle": area = shape.r; break; case "square": area = shape.a; break } return area }',
        'non-exhaustive-union',
      ],
      [
        'function f(shape: Shape) { switch (shape.kind) { case "circle": return 1; case "square": return 2; default: return 0 } }',
      ],
      [
        'function f(shape: Shape) { if (shape.kind === "circle") return 1; else if (shape.kind === "square") return 2 }',
        'non-exhaustive-union',
      ],
      [
        'function f(shape: Shape) { if (shape.kind === "circle") return 1; else if (shape.kind === "square") return 2; return 0 }',
      ],
      [
        'function f(code: number) { let text = ""; switch (code) { case 1: text = "one"; break } return text }',
        'switch-without-default',
      ],
      [
        'function f(code: number) { switch (code) { case 1: return "one"; case 2: return "two" } throw new Error("no such code") }',
      ],
      [
        'function f(code: number) { let text = ""; switch (code) { case 1: text = "one"; case 2: text = "two"; break; default: text = "many" } return text }',
        'switch-fallthrough',
      ],
      [
        'function f(age: number) { if (age > 18) { return "adult" } else if (age > 12) { return "teen" } }',
        'missing-return',
      ],
    ])
  })

  test('promises and failures', () => {
    check([
      ['declare function save(text: string): Promise<boolean>'],
      ['declare function log(text: string): void'],
      ['async function f(text: string) { save(text); log(text) }', 'missing-await'],
      ['async function f(text: string) { await save(text); log(text) }'],
      ['function f(text: string) { save(text).then(() => log(text)) }', 'unhandled-rejection'],
      ['function f(text: string) { save(text).then(() => log(text)).catch((error) => log(String(error))) }'],
      ['async function f(texts: string[]) { texts.forEach(async (text) => { await save(text) }) }', 'missing-await'],
      ['async function f(texts: string[]) { for (const text of texts) await save(text) }'],
      ['async function f(text: string) { if (save(text)) log(text) }', 'missing-await'],
      ['async function f(text: string) { try { return save(text) } catch { return false } }', 'missing-await'],
      ['async function f(text: string) { try { return await save(text) } catch { return false } }'],
      ['function f(text: string) { setTimeout(async () => { await save(text) }, 10) }', 'unhandled-rejection'],
      ['async function f(url: string) { const answer = await fetch(url); return answer.json() }', 'unchecked-response'],
      [
        'async function f(url: string) { const answer = await fetch(url); if (!answer.ok) throw new Error(answer.statusText); return answer.json() }',
      ],
      ['function f(text: string) { try { log(text) } catch (error) { console.error(error) } }', 'swallowed-exception'],
      ['function f(text: string) { try { log(text) } catch (error) { throw new Error("no log", { cause: error }) } }'],
      ['function f(text: string) { return JSON.parse(text) as unknown }', 'json-parse'],
      ['function f(value: object) { return JSON.parse(JSON.stringify(value)) as object }'],
      ['function f(text: string) { return new URL(text).host }', 'malformed-input'],
      ['function f(text: string) { return URL.canParse(text) ? new URL(text).host : "" }'],
    ])
  })

  test('dates, texts, patterns and recursion', () => {
    check([
      ['function f(text: string) { return new Date(text).toISOString() }', 'invalid-date'],
      [
        'function f(text: string) { const day = new Date(text); if (isNaN(day.getTime())) throw new Error("no date"); return day.toISOString() }',
      ],
      [
        'function f(text: string) { const day = new Date(text); if (isNaN(day.getTime())) return 0; return day.getDate() }',
        'date-timezone',
      ],
      [
        'function f(from: Date, to: Date) { return Math.round((to.getTime() - from.getTime()) / (24 * 60 * 60 * 1000)) }',
        'date-timezone',
      ],
      [
        'function f(day: Date) { const next = new Date(day); next.setMonth(next.getMonth() + 1); return next }',
        'date-overflow',
      ],
      ['function f() { return new Date().toISOString().slice(0, 10) }', 'date-timezone'],
      ['function f(now: number) { return now + 24 * 60 * 60 * 1000 }'],
      [
        'function f(text: string, limit: number) { return text.length > limit ? text.slice(0, limit) : text }',
        'unicode',
      ],
      ['function f(text: string) { return Array.from(text).reverse().join("") }'],
      ['const everything = /a/g'],
      ['function f(text: string) { return everything.test(text) }', 'regex-state'],
      ['function f(text: string) { return /a/g.test(text) }'],
      ['function f(text: string) { return /^(\\d+)+$/.test(text) }', 'regex-backtracking'],
      ['function f(text: string) { return /^(\\w+\\s?)*$/.test(text) }', 'regex-backtracking'],
      ['function f(text: string) { return /^\\d+(,\\d+)*$/.test(text) }'],
      ['function f(text: string) { return /^(a|b)+$/.test(text) }'],
      ['function f(text: string, word: string) { return new RegExp("^" + word).test(text) }', 'regex-from-input'],
      ['function f(n: number): number { return n === 0 ? 0 : f(n - 1) }', 'unbounded-recursion'],
      ['function f(n: number): number { return n <= 0 ? 0 : f(n - 1) }'],
      ['function f(n: number): number { return n < 2 ? n : f(n - 1) + f(n - 2) }'],
      [
        'type Tree = { children: Tree[] }\nfunction f(tree: Tree): number { return tree.children.reduce((sum, child) => sum + f(child), 1) }',
      ],
      [
        'function f(value: unknown): unknown { if (typeof value !== "object" || value === null) return value; return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, f(one)])) }',
        'unbounded-recursion',
      ],
      ['function f(): number { return f() }'],
    ])
  })

  test('plain JavaScript', () => {
    check(
      [
        ['export function f(items) { return items[0].name }', 'empty-array'],
        ['export function f(total, count) { return total / count }', 'division-by-zero'],
        ['export function f(text) { return JSON.parse(text) }', 'json-parse'],
        [
          '/** @param {string[]} names */\nexport function f(names) { return names.find((one) => one === "a").length }',
          'unchecked-find',
        ],
        ['export function f(text) { try { return JSON.parse(text) } catch { return undefined } }'],
      ],
      'sample.js',
    )
  })
})
