export type Line = { sku: string; price: number; quantity: number; discount?: { percent: number } }
export type Order = { id: string; lines: Line[]; customer?: { name: string; email?: string }; placedAt: Date }
export type Status = 'open' | 'paid' | 'shipped' | 'returned'

// 1
export function averagePrice(lines: Line[]): number {
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  return total / lines.length
}

export function averagePriceOrZero(lines: Line[]): number {
  if (lines.length === 0) return 0
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  return total / lines.length
}

// 2
export function customerEmail(order: Order): string {
  return order.customer!.email!.toLowerCase()
}

export function customerEmailOrNone(order: Order): string {
  return order.customer?.email?.toLowerCase() ?? ''
}

// 3
export function reducedPrice(lines: Line[], sku: string): number {
  const line = lines.find((one) => one.sku === sku) as Line
  return line.price * (1 - line.discount!.percent / 100)
}

export function priceOfOrThrow(lines: Line[], sku: string): number {
  const line = lines.find((one) => one.sku === sku)
  if (!line) throw new Error(`no line with ${sku}`)
  return line.price
}

// 4
export function colourOf(status: Status): string {
  let colour = ''
  switch (status) {
    case 'open':
      colour = 'grey'
      break
    case 'paid':
    case 'shipped':
      colour = 'green'
      break
  }
  return `${colour}-500`
}

export function labelOf(status: Status): string {
  switch (status) {
    case 'open':
      return 'Open'
    case 'paid':
      return 'Paid'
    case 'shipped':
      return 'On its way'
    case 'returned':
      return 'Returned'
  }
}

// 5
export function removeLine(order: Order, sku: string): Order {
  const at = order.lines.findIndex((line) => line.sku === sku)
  order.lines.splice(at, 1)
  return order
}

export function withoutLine(order: Order, sku: string): Order {
  return { ...order, lines: order.lines.filter((line) => line.sku !== sku) }
}

// 6
export function cheapest(lines: Line[]): Line {
  return lines.reduce((best, line) => (line.price < best.price ? line : best))
}

export function dearest(lines: Line[]): Line | undefined {
  return lines.toSorted((one, other) => other.price - one.price)[0]
}

// 7
export function totalOf(lines: Line[]): number {
  let total = 0
  for (let at = 0; at <= lines.length; at++) {
    total += lines[at].price * lines[at].quantity
  }
  return total
}

export function itemsIn(lines: Line[]): number {
  let items = 0
  for (let at = 0; at < lines.length; at++) items += lines[at].quantity
  return items
}

// 8
export function shippingFee(country: string, weight: number): number {
  let rate = 0
  switch (country) {
    case 'DE':
    case 'AT':
      rate = 2
      break
    case 'FR':
      rate = 3
      break
  }
  return rate * weight
}

export function currencyOf(country: string): string {
  switch (country) {
    case 'CH':
      return 'CHF'
    case 'GB':
      return 'GBP'
    default:
      return 'EUR'
  }
}
