import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus, useHasInPack } from '../../parts/campus/campus-context.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { Link } from '../../router/link.tsx';
import styles from './mypage.module.css';

/** What a newcomer wants to know, each with the way to it [HT-01]. */
export default function HowtoScreen() {
  const { university, product } = useCampus();
  const fill = (text: string) =>
    fillCopy(text, { product: product.name, university: university.name, domain: university.domain });
  const hasMap = useHasInPack('map');
  const hasNumbers = useHasInPack('emergency');
  const sections = [
    {
      title: copy['howto.start'],
      text: copy['howto.start.text'],
      to: '/building',
      link: copy['howto.start.link'],
    },
    {
      title: copy['howto.ask'],
      text: copy['howto.ask.text'],
      to: '/board/question',
      link: copy['howto.ask.link'],
    },
    {
      title: copy['howto.write'],
      text: copy['howto.write.text'],
      to: '/mypage/viewprofile',
      link: copy['howto.write.link'],
    },
    {
      title: copy['howto.keyword'],
      text: copy['howto.keyword.text'],
      to: '/keyword',
      link: copy['howto.keyword.link'],
    },
    ...(hasMap
      ? [
          {
            title: copy['howto.map'],
            text: copy['howto.map.text'],
            to: '/map',
            link: copy['building.map'],
          },
        ]
      : []),
    ...(hasNumbers
      ? [
          {
            title: copy['emergency.title'],
            text: copy['howto.emergency.text'],
            to: '/emergency',
            link: copy['emergency.title'],
          },
        ]
      : []),
    {
      title: copy['howto.again'],
      text: copy['howto.again.text'],
      to: '/notifications',
      link: copy['howto.again.link'],
    },
    {
      title: copy['howto.rules'],
      text: copy['howto.rules.text'],
      to: '/terms',
      link: copy['howto.rules.link'],
    },
  ];
  return (
    <Screen title={copy['howto.title']} heading="shown">
      {sections.map(({ title, text, to, link }) => (
        <section key={to} className={styles.howto}>
          <h2>{title}</h2>
          <p>{fill(text)}</p>
          <Link to={to} state={{ from: '/mypage/howto' }}>
            {link}
          </Link>
        </section>
      ))}
    </Screen>
  );
}
