import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { useCampus, useHasInPack } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';

/** Path, title, text and link label of each section. */
const sections = [
  ['/building', copy['howto.start'], copy['howto.start.text'], copy['howto.start.link']],
  ['/board/question', copy['howto.ask'], copy['howto.ask.text'], copy['howto.ask.link']],
  ['/mypage/viewprofile', copy['howto.write'], copy['howto.write.text'], copy['howto.write.link']],
  ['/keyword', copy['howto.keyword'], copy['howto.keyword.text'], copy['howto.keyword.link']],
  ['/map', copy['howto.map'], copy['howto.map.text'], copy['building.map']],
  ['/emergency', copy['emergency.title'], copy['howto.emergency.text'], copy['emergency.title']],
  ['/notifications', copy['howto.again'], copy['howto.again.text'], copy['howto.again.link']],
  ['/terms', copy['howto.rules'], copy['howto.rules.text'], copy['howto.rules.link']],
] as const;

/** Renders answers to newcomers' questions, each with a link [HT-01]. */
export default function HowtoScreen() {
  const { university, product } = useCampus();
  const fill = (text: string) =>
    fillCopy(text, { product: product.name, university: university.name, domain: university.domain });
  const has: Partial<Record<string, boolean>> = {
    '/map': useHasInPack('map'),
    '/emergency': useHasInPack('emergency'),
  };
  return (
    <Screen title={copy['howto.title']} heading="shown">
      {sections
        .filter(([to]) => has[to] ?? true)
        .map(([to, title, text, link]) => (
          <section key={to} className="flex-col items-start gap-2 pad-4 border-t">
            <h2 className="text-title">{title}</h2>
            <p className="text-soft">{fill(text)}</p>
            <Link
              className="inline-row min-h-touch text-accent font-semibold"
              to={to}
              state={{ from: '/mypage/howto' }}
            >
              {link}
            </Link>
          </section>
        ))}
    </Screen>
  );
}
