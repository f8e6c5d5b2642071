import { Button, List, NavBar, ProgressBar, Skeleton, TabBar, Tag } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { post } from '../../shared/api.js';

export default function Home() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [home, setHome] = useState(null);
  useEffect(() => void post('/home', { page: 'home' }).then(setHome), []);
  return (
    <div>
      <NavBar back={null} right={t('questions')}>
        {t('hello')}
      </NavBar>
      <main>
        {!home && <Skeleton.Paragraph lineCount={6} animated />}
        {home?.visitor && (
          <>
            <div className="card">
              <div>{t('upto')}</div>
              <div className="figure">{home.visitor.limit}</div>
              <div>{t('first')}</div>
              <dl className="lines">
                <dt>{t('send')}</dt>
                <dd>{home.visitor.sent}</dd>
                <dt>{t('back')}</dt>
                <dd>{home.visitor.owed}</dd>
                <dt>{t('cost')}</dt>
                <dd>{home.visitor.cost}</dd>
              </dl>
              <Button block shape="rounded" color="warning" onClick={() => navigate('/sign-in')}>
                {t('apply')}
              </Button>
            </div>
            <h2>{t('next')}</h2>
            <List mode="card">
              {[1, 2, 3].map((n) => (
                <List.Item key={n} description={t(`step${n}Note`)}>
                  {t(`step${n}`)}
                </List.Item>
              ))}
            </List>
          </>
        )}
        {home?.loan && (
          <>
            <div className="card">
              <Tag color="primary">{t('due')}</Tag>
              <div>{t('left')}</div>
              <div className="figure">{home.loan.left}</div>
              <ProgressBar percent={0} />
              <p>{t('paid')}</p>
              <Button block shape="rounded" color="warning" onClick={() => navigate('/pay')}>
                {t('pay')}
              </Button>
            </div>
            <List mode="card">
              {['yourLoan', 'moreTime', 'notShowing'].map((key) => (
                <List.Item key={key} description={t(`${key}Note`)} onClick={() => undefined}>
                  {t(key)}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </main>
      <TabBar>
        <TabBar.Item key="home" title={t('home')} />
        <TabBar.Item key="records" title={t('records')} />
        <TabBar.Item key="me" title={t('me')} />
      </TabBar>
    </div>
  );
}
