// 17
export function boxesFor(text: string, perBox: number): number {
  const quantity = parseInt(text, 10)
  return Math.ceil(quantity / perBox)
}

export function readAmount(text: string): number {
  const amount = Number.parseFloat(text)
  if (Number.isNaN(amount)) throw new TypeError(`not an amount: ${text}`)
  return amount
}

// 18
export function readSettings(text: string): { theme: string } {
  const settings = JSON.parse(text)
  return settings
}

export function readProfile(text: string): { name: string } | undefined {
  try {
    const profile: unknown = JSON.parse(text)
    if (typeof profile === 'object' && profile !== null && 'name' in profile) return { name: String(profile.name) }
    return undefined
  } catch {
    return undefined
  }
}

// 19
export function domainOf(email: string): string {
  return email.split('@')[1].toLowerCase()
}

export function userOf(email: string): string {
  const [user, domain] = email.split('@')
  if (!user || !domain) throw new Error('no e-mail address')
  return user
}

// 20
export function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word[0].toUpperCase())
    .join('')
}

export function capitalise(name: string): string {
  if (name === '') return name
  return name[0].toUpperCase() + name.slice(1)
}

// 21
export function backwards(text: string): string {
  return text.split('').reverse().join('')
}

export function letters(text: string): number {
  return [...text].length
}

// 22
const WORD = /\b[a-z]+\b/gi

export function hasWord(text: string): boolean {
  return WORD.test(text)
}

export function words(text: string): string[] {
  return text.match(WORD) ?? []
}

// 23
export function isTag(text: string): boolean {
  return /^([a-z]+-?)+$/.test(text)
}

export function isSlug(text: string): boolean {
  return /^[a-z]+(-[a-z]+)*$/.test(text)
}

// 24
export function highlight(text: string, term: string): string {
  return text.replace(new RegExp(term, 'gi'), (found) => `<b>${found}</b>`)
}

export function count(text: string, term: string): number {
  const literal = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return term === '' ? 0 : text.split(new RegExp(literal, 'i')).length - 1
}
