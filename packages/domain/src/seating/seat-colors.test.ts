import { describe, expect, test } from 'vitest'
import { agentColor, seatColors } from './seat-colors.ts'

const seat = (slug: string, color = '') => ({ slug, color })

describe('the colours of a team', () => {
  test('are all different, even if agents have the same one or none', () => {
    const seats = [
      ...['worker', 'worker-2', 'worker-3'].map((slug) => seat(slug, '#3B82F6')),
      ...['ada', 'bert', 'cleo', 'dora', 'egon', 'fritz', 'gerda'].map((slug) => seat(slug)),
    ]
    const colors = Object.values(seatColors(seats))
    expect(colors).toHaveLength(10)
    expect(new Set(colors).size).toBe(10)
  })

  test('change only the second of two similar ones', () => {
    const colors = seatColors([seat('ada', '#7C3AED'), seat('bert', '#8B5CF6')])
    expect(colors.ada).toBe('#7C3AED')
    expect(colors.bert).not.toBe('#8B5CF6')
  })

  test('distinguish a grey from every hue, and two greys from each other', () => {
    const colors = seatColors([seat('ada', '#9CA3AF'), seat('bert', '#2563EB'), seat('cleo', '#64748B')])
    expect(colors).toMatchObject({ ada: '#9CA3AF', bert: '#2563EB' })
    expect(colors.cleo).not.toBe('#64748B')
  })

  test('stay with their seats when someone joins', () => {
    const before = seatColors([seat('ada'), seat('bert')])
    expect(seatColors([seat('ada'), seat('bert'), seat('cleo')])).toMatchObject(before)
  })

  test('are the agents’ own if there is no conflict', () => {
    expect(seatColors([seat('ada')])).toEqual({ ada: agentColor(seat('ada')) })
    expect(agentColor(seat('ada', '#123456'))).toBe('#123456')
  })

  test('are reused only once every hue is taken', () => {
    const many = Array.from({ length: 30 }, (_, index) => seat(`agent-${index}`))
    const colors = Object.values(seatColors(many))
    expect(new Set(colors.slice(0, 12)).size).toBe(12)
    expect(colors.every((color) => /^#[0-9A-F]{6}$/u.test(color))).toBe(true)
  })
})
