import { png } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { measureImage } from './measure-image.ts'

const bytes = (...values: readonly (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from([value]))),
  )

const jpeg = bytes('\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xc2\x00\x11\x08\x00\x30\x00\x40\x03', '\0'.repeat(12))
const gif = bytes('GIF89a\x05\x00\x07\x00', '\0'.repeat(4))
const lossless = bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x09\xc0\x04\x00', '\0'.repeat(12))
const lossy = bytes('RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x0a\x00\x14\x00', '\0'.repeat(4))
const extended = bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x09\0\0\x13\0\0')

describe('measuring an image', () => {
  test.each([
    ['PNG', png(4, 6), { mediaType: 'image/png', width: 4, height: 6 }],
    ['JPEG', jpeg, { mediaType: 'image/jpeg', width: 64, height: 48 }],
    ['GIF', gif, { mediaType: 'image/gif', width: 5, height: 7 }],
    ['lossless WebP', lossless, { mediaType: 'image/webp', width: 10, height: 20 }],
    ['lossy WebP', lossy, { mediaType: 'image/webp', width: 10, height: 20 }],
    ['extended WebP', extended, { mediaType: 'image/webp', width: 10, height: 20 }],
  ])('%s: kind and size', (_, picture, expected) => {
    expect(measureImage(picture)).toEqual(expected)
  })

  test('an image cut off at any point causes no error', () => {
    for (const picture of [png(4, 6), jpeg, gif, lossless, lossy, extended])
      for (let length = 0; length <= picture.length; length++) measureImage(picture.subarray(0, length))
    expect(measureImage(jpeg.subarray(0, 6))).toEqual({ mediaType: 'image/jpeg' })
  })

  test('data that is not an image is rejected, whatever its name says', () => {
    expect(measureImage(Buffer.from('<svg/>'))).toBe(undefined)
    expect(measureImage(Buffer.alloc(0))).toBe(undefined)
  })
})
