import { router } from "../router.ts";
import cards from "./cards.json" with { type: "json" };
import { answerFigures, routerFigures } from "./figures.ts";
import requests from "./requests.json" with { type: "json" };

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
const routed = routerFigures(router, requests);
const answered = answerFigures(cards, 3);
console.log(`${routed.requests} requests: ${percent(routed.right)} routed right, ${percent(routed.asked)} asked back,`);
console.log(`  ${percent(routed.wrong)} routed wrong`);
console.log(`${answered.questions} questions: the right sentence first ${percent(answered.first)}, among three`);
console.log(`  ${percent(answered.among)}; silent where the cards have no answer ${percent(answered.silent)}`);
for (const mistake of [...routed.mistakes, ...answered.mistakes]) console.log(`  ${mistake}`);
