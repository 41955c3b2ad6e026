import { describe, expect, test } from 'vitest'
import { Image, imageText, imageTokens } from './image.ts'

const hash = 'a'.repeat(64)

describe('an image', () => {
  test('costs tokens by area, up to the size that providers scale down to', () => {
    expect(imageTokens({ width: 300, height: 250 })).toBe(100)
    expect(imageTokens({ width: 8_000, height: 8_000 })).toBe(1_600)
    expect(imageTokens({})).toBe(1_600)
  })

  test('is described in words for models that cannot see it', () => {
    const image = { hash, mediaType: 'image/png', bytes: 70, width: 2, height: 3, name: 'logo.png' } as const
    expect(imageText(image)).toBe('logo.png: PNG image, 2 × 3 pixels, 70 bytes')
    expect(imageText({ hash, mediaType: 'image/webp', bytes: 9 })).toBe('WEBP image, 9 bytes')
  })

  test('is refused in a log if its hash could lead to another file', () => {
    expect(Image.safeParse({ hash: '../../etc/passwd', mediaType: 'image/png', bytes: 1 }).success).toBe(false)
    expect(Image.safeParse({ hash, mediaType: 'image/svg+xml', bytes: 1 }).success).toBe(false)
  })
})
