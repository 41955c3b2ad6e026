/** A file, its text, and a question about it in other words than its own. */
export type SearchCase = { readonly path: string; readonly text: string; readonly question: string }

const shop = `
src/account/sign-in.ts | export function signIn(email, password) { return checkPassword(email, password) ? openSession(email) : refuse() } | authentication
src/account/roles.ts | Only an admin may edit products. canEdit(user) looks at the role of the user. | authorization rules
src/account/sign-up.ts | createUser stores a new customer and sends the welcome letter. | registration of accounts
src/basket/basket.ts | addToBasket(item) puts an item in, totalOf(basket) sums the prices. | shopping cart
src/pay/card.ts | chargeCard sends the amount to the bank and waits for the receipt. | payment processing
src/pay/refund.ts | giveBack(order) returns the money to the buyer. | reimburse a customer
src/orders/ship.ts | The parcel goes out with the carrier. trackingNumber is kept with the order. | delivery of goods
src/orders/cancel.ts | cancelOrder stops an order that has not left the warehouse. | abort a purchase
src/db/sqlite.ts | openSqlite(path) opens the SQLite file and runs PRAGMA journal_mode. | database storage
src/db/migrate.ts | Each step changes the tables once and records its number. | schema upgrade
src/http/routes.ts | router.get('/items', listItems); router.post('/orders', placeOrder) | api endpoints
src/http/limit.ts | At most 60 requests a minute from one address, then 429. | throttling of callers
src/mail/send.ts | sendLetter(to, subject, body) hands a message to the SMTP server. | email notification
src/ui/theme.css | :root { --paper: white } .night { --paper: black; color: gray } | dark mode colours
src/ui/find.ts | lookup(words) filters the list of items as you type. | search box
src/i18n/de.json | { "basket": "Warenkorb", "total": "Summe" } | translations for German
src/log.ts | writeLine appends the time, the level and the text to today’s file. | logging
src/jobs/nightly.ts | every day at 02:00: remove old baskets, count the stock | scheduled tasks cron
src/cache.ts | remember(key, make, ms) keeps a value in memory until its time is over. | memoization
test/prices.test.ts | test('prices are rounded to cents', () => { expect(round(1.005)).toBe(1.01) }) | unit testing of money
`

const pipeline = `
ingest/read_csv.py | def rows(path): with open(path) as f: yield from csv.DictReader(f) | import spreadsheets
ingest/fetch.py | def fetch(url): response = requests.get(url, timeout=10); return response.json() | download remote data
ingest/retry.py | def again(call, times=5): waits twice as long before each new try | exponential backoff on failure
clean/duplicates.py | drops rows that are the same as an earlier row | remove repeated records
clean/missing.py | fills empty cells with the median of the column | handle null values
clean/dates.py | parses 2026-11-18, 18.11.2026 and 11/18/26 into one form | normalize timestamps
train/fit.py | model.fit(x, y) runs until the loss stops falling | machine learning
train/split.py | keeps a fifth of the rows aside to judge the model later | validation holdout set
train/score.py | prints accuracy and recall for each class | evaluation metrics
serve/app.py | app = FastAPI(); @app.post("/predict") def predict(body) | http server for inference
serve/Dockerfile | FROM python:3.13-slim COPY . /app CMD ["uvicorn", "serve.app:app"] | container deployment
serve/health.py | answers 200 as long as the model is loaded | liveness monitoring
ops/alerts.yaml | page the person on duty if the error rate is above 2 percent | incident warning
ops/backup.sh | pg_dump shop ; gzip > /safe/shop-$(date +%F).sql.gz | disaster recovery copies
ops/secrets.md | Keys and passwords are in the vault, never in the repository. | credentials handling
config/settings.toml | workers = 4 batch = 256 folder = "data" | configuration options
plot/chart.py | plt.bar(names, counts); plt.savefig("counts.png") | data visualization
util/parallel.py | with ThreadPoolExecutor(8) as pool: pool.map(work, parts) | concurrency
util/crypt.py | seal(text, key) makes a text unreadable without the key | encryption
setup.cfg | [options] install_requires = requests, pandas >= 3 | dependencies of the package
`

const handbook = `
start/laptop.md | # Your first day You get a laptop, a badge and a desk. | onboarding of employees
start/wifi.md | Join the wireless network with your badge number. | internet connection
people/holiday.md | You have 30 days off each year. Ask your lead two weeks before. | vacation policy
people/sick.md | If you are ill, write to your lead in the morning. | medical leave
people/pay.md | Money arrives on the 25th. Raises are decided in March. | salary
people/leaving.md | Hand in your badge and keys on your last day. | resignation
money/travel.md | Book trains in second class, hotels up to 140 euros. | business trips
money/expenses.md | Photograph the receipt and send it within a month. | reimbursement of costs
code/review.md | Two people read every change before it is merged. | pull request approval
code/branches.md | Work on a short branch, rebase, squash. | git workflow
code/release.md | We ship on Tuesdays. Tag the commit, watch the graphs. | deploy to production
code/style.md | Two spaces, no semicolons, names in whole words. | formatting conventions
code/bugs.md | Write the steps, what you saw and what you expected. | issue reporting
safety/phishing.md | Do not click links in strange letters. Forward them to the safety team. | security training
safety/password.md | Use the manager, twenty characters, a second factor. | login credentials
safety/visitors.md | Guests wear a yellow badge and are never alone. | access control to the building
office/kitchen.md | Wash your cup. The fridge is emptied on Fridays. | food and cleaning
office/rooms.md | Book a room in the calendar, at most two hours. | reserve a meeting space
legal/privacy.md | Personal data is deleted after two years. | GDPR retention
legal/licence.md | Our code is MIT. Ask before you add a copyleft library. | open source compliance
`

const rowsOf = (table: string): readonly SearchCase[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([path = '', text = '', question = '']) => ({ path, text, question }))

/** Three small repositories, and 60 questions that a reader might ask: two of programs, and one that is not about any. */
export const repositories = { shop: rowsOf(shop), pipeline: rowsOf(pipeline), handbook: rowsOf(handbook) }
