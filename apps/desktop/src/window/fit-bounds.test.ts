import { expect, test } from 'vitest'
import { fitBounds, isSamePlace } from './fit-bounds.ts'

const area = { left: 0, top: 24, width: 1280, height: 776 }

test('a window on the screen stays where it is', () => {
  const there = { left: 100, top: 100, width: 800, height: 600 }
  expect(fitBounds(there, area)).toEqual(there)
  expect(isSamePlace(fitBounds(there, area), there)).toBe(true)
})

test.each([
  ['beyond its right and lower edge', { left: 2400, top: 1300 }, { left: 480, top: 200 }],
  ['beyond its left and upper edge', { left: -900, top: -50 }, { left: 0, top: 24 }],
])('a window %s moves back completely', (_where, from, to) => {
  const size = { width: 800, height: 600 }
  expect(fitBounds({ ...from, ...size }, area)).toEqual({ ...to, ...size })
})

test('a window larger than the screen shrinks to the screen', () => {
  expect(fitBounds({ left: 300, top: 300, width: 3000, height: 2000 }, area)).toEqual({
    left: 0,
    top: 24,
    width: 1280,
    height: 776,
  })
})
